/** What happened to an order, and the form for a note. */

import { type FormEvent, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { STATUS_LABELS, orderMessages as text } from '#domains/selling/orders/messages/office.ts';
import { orderFormErrors } from '#domains/selling/orders/messages/office-errors.ts';
import { PARCEL_EVENT_TITLES } from '#domains/selling/orders/messages/parcel-events.ts';
import { TRACKING_STAGES, type TrackingStage } from '#domains/selling/orders/model/labels/tracking.ts';
import type { OfficeOrder, OrderTimelineItem } from '#domains/selling/orders/office-contract.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import type { Tone } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { UnsavedGuard } from '#ui/office/form/UnsavedGuard.tsx';
import type { OfficeIconName } from '#ui/office/OfficeIcon.tsx';
import { toastDone } from '#ui/office/office-toasts.ts';
import { useRecordActions } from '#ui/office/screen-actions.ts';
import { Timeline, type TimelineEntry } from '#ui/office/Timeline.tsx';
import { orderCalls } from './order-calls.ts';

const LOOKS: Readonly<Record<string, readonly [OfficeIconName, Tone]>> = {
  drafted: ['orders', 'plain'],
  placed: ['wallet', 'good'],
  replaced: ['refresh', 'info'],
  replaces: ['refresh', 'info'],
  shipped: ['van', 'good'],
  marked: ['tick', 'info'],
  unmarked: ['refresh', 'plain'],
  cancelled: ['close', 'bad'],
  refund_intended: ['refund', 'plain'],
  refunded: ['refund', 'info'],
  refund_refused: ['warning', 'bad'],
  note: ['note', 'wait'],
  tagged: ['tag', 'plain'],
  untagged: ['tag', 'plain'],
  tags_restored: ['refresh', 'plain'],
  phone_sale: ['person', 'info'],
  ready_to_collect: ['mail', 'info'],
  collected: ['tick', 'good'],
  delivery_changed: ['van', 'info'],
  items_added: ['plus', 'good'],
  items_changed: ['orders', 'info'],
  delivery_restored: ['refresh', 'plain'],
  mail_resent: ['mail', 'plain'],
  parcel_moving: ['van', 'info'],
  parcel_out: ['van', 'info'],
  parcel_delivered: ['tick', 'good'],
  parcel_attempted: ['warning', 'wait'],
  parcel_refused: ['warning', 'bad'],
  parcel_returned: ['refresh', 'bad'],
  parcel_problem: ['warning', 'bad'],
};

/** Keys of the mails that a timeline names. */
const mailName = (kind: string): string => Object.entries(text.mails).find(([name]) => name === kind)?.[1] ?? kind;

/** Returns the stage of a report of a carrier, null for other events. */
const stageOf = (event: string): TrackingStage | null => TRACKING_STAGES.find((stage) => event === `parcel_${stage}`) ?? null;

function titleOf({ order }: OfficeOrder, { event, to, amount, detail }: OrderTimelineItem): string {
  const money = amount === null ? '' : formatMoneyIn(order.market, amount);
  switch (event) {
    case 'drafted':
    case 'placed':
    case 'cancelled':
    case 'refund_refused':
    case 'phone_sale':
    case 'ready_to_collect':
    case 'delivery_changed':
    case 'items_changed':
    case 'delivery_restored':
    case 'note':
      return text.events[event];
    case 'items_added':
    case 'replaced':
    case 'replaces':
    case 'shipped':
    case 'collected':
    case 'tagged':
    case 'untagged':
    case 'tags_restored':
      return text.events[event](detail);
    case 'mail_resent':
      return text.events.mail_resent(mailName(detail));
    case 'refunded':
    case 'refund_intended':
      return text.events[event](money);
    case 'marked':
    case 'unmarked':
      return text.events[event](to === null ? '' : STATUS_LABELS[to]);
    default: {
      const stage = stageOf(event);
      return stage === null ? text.events.other(event) : PARCEL_EVENT_TITLES[stage](detail);
    }
  }
}

/** The reason of what staff did, and who they are. */
function secondLine({ event, actor, detail }: OrderTimelineItem): string {
  const by = actor === 'shop' ? text.shop : actor;
  const hasReason = ['cancelled', 'refunded', 'refund_intended', 'refund_refused'].includes(event) && detail !== '';
  return hasReason ? `${by} · ${detail}` : by;
}

const entryOf = (order: OfficeOrder, item: OrderTimelineItem): TimelineEntry => {
  const [icon, tone] = LOOKS[item.event] ?? ['info', 'plain'];
  return {
    id: item.id,
    at: item.at,
    icon,
    tone,
    title: titleOf(order, item),
    detail: secondLine(item),
    ...(item.note === '' ? {} : { note: item.note }),
    ...(item.orderId === null
      ? {}
      : {
          action: (
            <Link className="link small" to={`/orders/${item.orderId}`}>
              {text.openOrder(item.detail)}
            </Link>
          ),
        }),
  };
};

function NoteForm({ id }: { readonly id: string }) {
  const revalidator = useRevalidator();
  const [note, setNote] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useRecordActions({ noteOrder: () => form.current?.querySelector('textarea')?.focus() });
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (note.trim() === '') return setError(orderFormErrors.note);
    setIsPending(true);
    const added = await orderCalls.addOrderNote({ id, text: note });
    setIsPending(false);
    setError(added.ok ? null : added.title);
    if (!added.ok) return;
    setNote('');
    toastDone(text.noteAdded);
    await revalidator.revalidate();
  };
  return (
    <form ref={form} className="note-form" onSubmit={(event) => void submit(event)} noValidate>
      <FormError error={error} />
      <TextField label={text.note} rows={2} placeholder={text.notePlaceholder} value={note} onChange={setNote} maxLength={2_000} />
      <Button type="submit" isPending={isPending}>
        {text.addNote}
      </Button>
      <UnsavedGuard isDirty={note.trim() !== ''} />
    </form>
  );
}

export function OrderTimeline({ order }: { readonly order: OfficeOrder }) {
  const may = useMay();
  return (
    <section className="panel" aria-labelledby="timeline-heading">
      <div className="panel-head">
        <h2 id="timeline-heading">{text.timeline}</h2>
      </div>
      {may('orders.write') && <NoteForm key={order.order.id} id={order.order.id} />}
      <Timeline entries={order.timeline.map((item) => entryOf(order, item))} timeZone={order.timeZone} />
    </section>
  );
}
