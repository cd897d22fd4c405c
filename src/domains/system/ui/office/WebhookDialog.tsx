/** One webhook: how it went, and what is sent. */
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { webhookMessages as text, WEBHOOK_STATE_LABELS } from '#domains/system/messages/records.ts';
import type { SystemWebhook } from '#domains/system/records-contract.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { formatMoment, ownTimeZone } from '#ui/office/format-time.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { nameEvent, WEBHOOK_TONES } from './record-specs.tsx';
import { recordCalls } from './system-calls.ts';

interface WebhookWithPayload extends SystemWebhook {
  readonly payload: unknown;
}

const moment = (iso: string): string => formatMoment(iso, ownTimeZone());

function Facts({ webhook: { createdAt, nextAttemptAt, finishedAt, attempts, url, lastResponse } }: { readonly webhook: SystemWebhook }) {
  const facts: readonly (readonly [label: string, value: string])[] = [
    [text.facts.receiver, url],
    [text.facts.answer, lastResponse === '' ? text.noAnswer : text.answered(lastResponse)],
    [text.facts.attempts, String(attempts)],
    [text.facts.created, moment(createdAt)],
    ...(nextAttemptAt === null ? [] : [[text.facts.next, moment(nextAttemptAt)] as const]),
    ...(finishedAt === null ? [] : [[text.facts.finished, moment(finishedAt)] as const]),
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

export interface WebhookDialogProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onSent: () => Promise<void>;
}

export function WebhookDialog({ id, onClose, onSent }: WebhookDialogProps) {
  const may = useMay();
  const [webhook, setWebhook] = useState<WebhookWithPayload | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    setWebhook(null);
    setProblem(null);
    void recordCalls.systemWebhook({ id }).then((found) => {
      if (!isCurrent) return;
      if (found.ok) setWebhook(found.value);
      else setProblem(found.title);
    });
    return () => {
      isCurrent = false;
    };
  }, [id]);
  const resend = async (): Promise<void> => {
    setIsPending(true);
    const sent = await recordCalls.resendSystemWebhooks({ ids: [id] });
    setIsPending(false);
    if (!sent.ok) return toastFailed(sent.title);
    toastDone(text.resent(1));
    onClose();
    await onSent();
  };
  const title = webhook === null ? text.title : text.rowName(nameEvent(webhook.event), webhook.order.number);
  return (
    <Dialog title={title} isOpen onClose={onClose} isWide>
      {problem !== null && <p role="alert">{problem}</p>}
      {webhook === null && problem === null && <p role="status">{officeMessages.loading}</p>}
      {webhook !== null && (
        <>
          <p className="act-row">
            <Badge tone={WEBHOOK_TONES[webhook.state]}>{WEBHOOK_STATE_LABELS[webhook.state]}</Badge>
            {may('orders.read') && (
              <Link className="link" to={`/orders/${webhook.order.id}`}>
                {text.openOrder}
              </Link>
            )}
          </p>
          <Facts webhook={webhook} />
          <h3>{text.payload}</h3>
          {webhook.payload === null ? (
            <p className="text-muted">{text.payloadHidden}</p>
          ) : (
            <>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls has to be reached by keyboard */}
              <pre className="record-code" tabIndex={0}>
                {JSON.stringify(webhook.payload, null, 2)}
              </pre>
              <p className="text-muted small">{text.signature}</p>
            </>
          )}
        </>
      )}
      <DialogEnd>
        <Button onPress={onClose}>{officeMessages.close}</Button>
        {webhook !== null && may('system.write') && (
          <Button tone="primary" isPending={isPending} onPress={() => void resend()}>
            {text.resend}
          </Button>
        )}
      </DialogEnd>
    </Dialog>
  );
}
