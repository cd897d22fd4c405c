/** A draft order: wines, customer, delivery, and how it is paid. */
import { useState } from 'react';
import { Link, useLoaderData } from 'react-router';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { draftListMessages, draftMessages as text } from '#domains/selling/draft-orders/messages/office.ts';
import type { DraftOrder } from '#domains/selling/draft-orders/office-contract.ts';
import { orderMessages } from '#domains/selling/orders/messages/office.ts';
import { formatTiming } from '#domains/selling/orders/model/order-timing.ts';
import { ActivityLink } from '#domains/staff/ui/office/ActivityLink.tsx';
import { deliveryRules } from '#markets/delivery.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { Button } from '#ui/office/Button.tsx';
import { Checkbox, FormError } from '#ui/office/form/fields.tsx';
import { formatMoment } from '#ui/office/format-time.ts';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { useLiveReload } from '#ui/office/use-live-reload.ts';
import { DraftDeliveryDialog } from './DraftDeliveryDialog.tsx';
import { CancelDraftDialog, ChargeCardDialog, SendLinkDialog } from './DraftDialogs.tsx';
import { DraftItems } from './DraftItems.tsx';
import { draftCalls } from './draft-calls.ts';
import { DraftBadge } from './draft-list-spec.tsx';
import type { loadDraft } from './load-drafts.ts';
import { useDraftAction } from './use-draft-action.ts';
import './draft.css';

type OpenDialog = 'delivery' | 'send' | 'charge' | 'cancel' | null;
type Open = (dialog: OpenDialog) => void;

function DraftActions({ draft, onOpen }: { readonly draft: DraftOrder; readonly onOpen: Open }) {
  const action = useDraftAction(draft);
  const isOpen = draft.state === 'open';
  if (!isOpen && draft.state !== 'sent') return null;
  const isReady = draft.lines.length > 0 && draft.problems.length === 0;
  return (
    <>
      <Button icon="close" onPress={() => onOpen('cancel')}>
        {text.cancel}
      </Button>
      {isOpen ? (
        draft.cards.length > 0 && (
          <Button icon="wallet" isDisabled={!isReady} onPress={() => onOpen('charge')}>
            {text.charge}
          </Button>
        )
      ) : (
        <Button isPending={action.isPending} onPress={() => action.run({ send: draftCalls.reopenDraft, done: text.reopened })}>
          {text.reopen}
        </Button>
      )}
      <Button tone="primary" icon="mail" isDisabled={!isReady} onPress={() => onOpen('send')}>
        {isOpen ? text.send : text.sendAgain}
      </Button>
      {action.error !== null && <FormError error={action.error} />}
    </>
  );
}

function DraftNotices({ draft }: { readonly draft: DraftOrder }) {
  const lines = [...(draft.notSold.length > 0 ? [text.notSold(draft.notSold)] : []), ...draft.problems, ...draft.notices];
  if (lines.length === 0) return null;
  return (
    <div className="notice notice-bad">
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** Says where the order goes or is collected, and when. Empty if nobody has said it yet. */
function handoverLines({ market, name, delivery }: DraftOrder): string[] {
  if (delivery.collectFrom) return [name, text.collectedAt(delivery.collectFrom)];
  if (delivery.address === '') return [];
  const timing = formatTiming({ market, details: delivery });
  return [name, delivery.address, deliveryRules(market).address.format(delivery), ...(timing === '' ? [] : [timing])];
}

function CustomerPanel({ draft, onOpen, isEditable }: { readonly draft: DraftOrder; readonly onOpen: Open; readonly isEditable: boolean }) {
  const { delivery, market } = draft;
  const action = useDraftAction(draft);
  const lines = handoverLines(draft);
  return (
    <section className="panel" aria-labelledby="customer-heading">
      <div className="panel-head">
        <h2 id="customer-heading">{text.customer}</h2>
      </div>
      <div className="panel-body stack">
        <FormError error={action.error} />
        <div>
          <p>
            {draft.customerId === null ? (
              draft.name || draft.email
            ) : (
              <Link className="link" to={`/customers/${draft.customerId}?market=${market}`}>
                {draft.name || draft.email}
              </Link>
            )}
            {draft.isGuest && <span className="text-muted"> · {draftListMessages.guest}</span>}
          </p>
          {draft.name !== '' && <p>{draft.email}</p>}
          {delivery.phone && <p>{delivery.phone}</p>}
        </div>
        <dl className="facts">
          <div>
            <dt>
              {text.delivery} · {market}
            </dt>
            <dd>
              {lines.length === 0 && <span className="text-muted">{text.noDelivery}</span>}
              {lines.map((line) => (
                <span key={line} className="line">
                  {line}
                </span>
              ))}
              {!delivery.collectFrom && delivery.instructions && <span className="line text-muted">{delivery.instructions}</span>}
            </dd>
          </div>
          {!delivery.collectFrom && delivery.giftMessage && (
            <div>
              <dt>{orderMessages.giftMessage}</dt>
              <dd>{delivery.giftMessage}</dd>
            </div>
          )}
        </dl>
        {isEditable && draft.addsTo === null && (
          <Button icon="van" onPress={() => onOpen('delivery')}>
            {text.editDelivery}
          </Button>
        )}
        {draft.creditAvailable > 0 && (
          <Checkbox
            isSelected={draft.usesCredit}
            isDisabled={!isEditable || action.isPending}
            onChange={(uses) => action.run({ send: (seen) => draftCalls.setDraftCredit({ ...seen, uses }) })}
          >
            {text.payWithCredit(formatMoneyIn(market, draft.creditAvailable))}
          </Checkbox>
        )}
      </div>
    </section>
  );
}

export function DraftScreen() {
  const draft = useLoaderData<typeof loadDraft>();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = (): void => setDialog(null);
  const zone = timeZoneOf(draft.market);
  const isEditable = draft.state === 'open';
  // A change while a dialog is open is reported when its action is sent.
  useLiveReload('draft_order', { id: draft.id, isPaused: dialog !== null });
  // The buyer pays elsewhere: an order that is placed may be that of this draft.
  useLiveReload('order', draft.state === 'sent' ? { isPaused: dialog !== null } : { id: [] });
  return (
    <div className="screen order-screen">
      <PageHeader
        title={text.title(draft.name || draft.email)}
        parent={{ label: draftListMessages.title, to: listAddress('/draft-orders') }}
        badges={<DraftBadge state={draft.state} />}
        summary={text.begun(draft.author, formatMoment(draft.createdAt, zone))}
        log={<ActivityLink kind="draft_order" id={draft.id} />}
        actions={
          draft.order === null ? (
            <DraftActions draft={draft} onOpen={setDialog} />
          ) : (
            <Link className="act act-primary" to={`/orders/${draft.order.id}`}>
              {text.order(draft.order.number)}
            </Link>
          )
        }
      />
      {draft.linkExpiresAt !== null && (
        <div className="notice">
          <p>{text.linkUntil(formatMoment(draft.linkExpiresAt, zone))}</p>
        </div>
      )}
      {draft.addsTo !== null && (
        <div className="notice">
          <p>
            {text.addsTo}{' '}
            <Link className="link" to={`/orders/${draft.addsTo.id}`}>
              {text.order(draft.addsTo.number)}
            </Link>
          </p>
        </div>
      )}
      <DraftNotices draft={draft} />
      {draft.state !== 'placed' && (
        <div className="panel-columns">
          <DraftItems draft={draft} isEditable={isEditable} />
          <CustomerPanel draft={draft} onOpen={setDialog} isEditable={isEditable} />
        </div>
      )}
      {dialog === 'delivery' && <DraftDeliveryDialog draft={draft} onClose={close} />}
      {dialog === 'send' && <SendLinkDialog draft={draft} onClose={close} />}
      {dialog === 'charge' && <ChargeCardDialog draft={draft} onClose={close} />}
      {dialog === 'cancel' && <CancelDraftDialog draft={draft} onClose={close} />}
    </div>
  );
}
