/** One email: what became of it, what it says, and sending it again. */
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { MAIL_KIND_LABELS, MAIL_STATE_LABELS, mailMessages as text } from '#domains/outbound/mail/messages/office.ts';
import type { MailMessage } from '#domains/outbound/mail/office-contract.ts';
import { mailCalls } from '#domains/outbound/mail/ui/office/mail-calls.ts';
import { SuppressionNotice } from '#domains/outbound/mail/ui/office/SuppressionNotice.tsx';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { formatMoment, ownTimeZone } from '#ui/office/format-time.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { MailParts } from './MailParts.tsx';
import { MAIL_TONES } from './mail-list-spec.tsx';

const moment = (iso: string): string => formatMoment(iso, ownTimeZone());

function Facts({ mail: { recipient, createdAt, sentAt, attempts, market } }: { readonly mail: MailMessage }) {
  const facts: readonly (readonly [label: string, value: string])[] = [
    [text.facts.to, recipient === '' ? text.noAddress : recipient],
    [text.facts.created, moment(createdAt)],
    ...(sentAt === null ? [] : [[text.facts.sent, moment(sentAt)] as const]),
    [text.facts.attempts, String(attempts)],
    [text.facts.market, market ?? text.allMarkets],
  ];
  return (
    <dl className="facts record-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="system-text">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Leads to what the email is about, as far as the person may open it. */
function Links({ mail: { order, customerId, giftCardId, market } }: { readonly mail: MailMessage }) {
  const may = useMay();
  return (
    <>
      {order !== null && may('orders.read') && (
        <Link className="link" to={`/orders/${order.id}`}>
          {text.openOrder(order.number)}
        </Link>
      )}
      {customerId !== null && may('customers.read') && (
        <Link className="link" to={`/customers/${customerId}${market === null ? '' : `?market=${market}`}`}>
          {text.openCustomer}
        </Link>
      )}
      {giftCardId !== null && may('credit.read') && (
        <Link className="link" to={`/gift-cards/${giftCardId}`}>
          {text.openGiftCard}
        </Link>
      )}
    </>
  );
}

const nameHistory = ({ action, who }: MailMessage['history'][number]): string =>
  action === 'mail.resent' ? text.history.resent(who) : text.history.lifted(who);

export interface MailDialogProps {
  readonly id: string;
  readonly onClose: () => void;
  /** Reads the list again. */
  readonly onChanged: () => Promise<void>;
}

export function MailDialog({ id, onClose, onChanged }: MailDialogProps) {
  const may = useMay();
  const [mail, setMail] = useState<MailMessage | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const load = useCallback(async (): Promise<void> => {
    const found = await mailCalls.mail({ id });
    if (found.ok) setMail(found.value);
    else setProblem(found.title);
  }, [id]);
  useEffect(() => {
    setMail(null);
    setProblem(null);
    void load();
  }, [load]);
  const resend = async (): Promise<void> => {
    setIsPending(true);
    const sent = await mailCalls.resendMail({ id });
    setIsPending(false);
    setIsAsking(false);
    if (!sent.ok) return toastFailed(sent.title);
    toastDone(text.resent);
    onClose();
    await onChanged();
  };
  const title = mail === null ? text.title : mail.subject === '' ? MAIL_KIND_LABELS[mail.kind] : mail.subject;
  return (
    <Dialog title={title} isOpen onClose={onClose} isWide>
      {problem !== null && <p role="alert">{problem}</p>}
      {mail === null && problem === null && <p role="status">{officeMessages.loading}</p>}
      {mail !== null && (
        <>
          <p className="act-row">
            <Badge tone={MAIL_TONES[mail.state]}>{MAIL_STATE_LABELS[mail.state]}</Badge>
            <span className="text-muted">{MAIL_KIND_LABELS[mail.kind]}</span>
            <Links mail={mail} />
          </p>
          <p className="text-muted small">{text.help(mail.state)}</p>
          {mail.suppression && (
            <SuppressionNotice
              suppression={mail.suppression}
              owner="mail"
              id={id}
              onLifted={async () => {
                await load();
                await onChanged();
              }}
            />
          )}
          <Facts mail={mail} />
          <MailParts mail={mail} />
          {mail.history.length > 0 && (
            <ul className="mail-history small text-muted">
              {mail.history.map((entry) => (
                <li key={`${entry.at} ${entry.action}`}>
                  {nameHistory(entry)}, {moment(entry.at)}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      <DialogEnd>
        <Button onPress={onClose}>{officeMessages.close}</Button>
        {mail?.canResend && may('system.write') && (
          <Button tone="primary" icon="refresh" onPress={() => setIsAsking(true)}>
            {text.resend}
          </Button>
        )}
      </DialogEnd>
      {mail !== null && (
        <ConfirmDialog
          title={text.resendTitle(mail.recipient)}
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
          onConfirm={() => void resend()}
          action={text.resend}
          consequences={text.resendConsequences}
          isPending={isPending}
        />
      )}
    </Dialog>
  );
}
