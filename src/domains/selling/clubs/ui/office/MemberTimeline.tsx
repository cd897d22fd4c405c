/** What happened to a membership, and the form for a note. */
import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { MEMBER_EVENT_TITLES, memberActionMessages, REASON_NAMES, memberMessages as text } from '#domains/selling/clubs/messages/office.ts';
import { STATUS_REASONS } from '#domains/selling/clubs/model/membership.ts';
import type { MemberTimelineItem, OfficeMember } from '#domains/selling/clubs/office-contract.ts';
import { orderFormErrors } from '#domains/selling/orders/messages/office-errors.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import type { Tone } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { UnsavedGuard } from '#ui/office/form/UnsavedGuard.tsx';
import type { OfficeIconName } from '#ui/office/OfficeIcon.tsx';
import { toastDone } from '#ui/office/office-toasts.ts';
import { Timeline, type TimelineEntry } from '#ui/office/Timeline.tsx';
import { formatLongDay } from './format-day.ts';
import { memberCalls } from './member-calls.ts';

const LOOKS: Readonly<Record<string, readonly [OfficeIconName, Tone]>> = {
  begun: ['clubs', 'plain'],
  joined: ['clubs', 'good'],
  reminded: ['mail', 'plain'],
  delivered: ['wallet', 'good'],
  card_failed: ['cards', 'bad'],
  sold_out: ['stock', 'bad'],
  missed: ['stock', 'bad'],
  skipped: ['skip', 'info'],
  unskipped: ['refund', 'info'],
  paused: ['pause', 'wait'],
  resumed: ['play', 'good'],
  swapped: ['wines', 'info'],
  card_changed: ['cards', 'info'],
  address_changed: ['van', 'info'],
  cancelled: ['close', 'bad'],
  note: ['note', 'wait'],
  charged: ['cards', 'info'],
  link_sent: ['mail', 'plain'],
};

function titleOf({ market }: OfficeMember, { event, on, amount, orderNumber, detail }: MemberTimelineItem): string {
  if (event === 'link_sent') return detail === 'address' ? memberActionMessages.link.sent.address : memberActionMessages.link.sent.card;
  return (MEMBER_EVENT_TITLES[event] ?? event)
    .replace('{on}', on === null ? '' : formatLongDay(on))
    .replace('{amount}', amount === null ? '' : formatMoneyIn(market, amount))
    .replace('{order}', orderNumber === null ? '' : text.order(orderNumber))
    .replace('{detail}', detail);
}

/** Who did it, and why if nobody asked for it. */
function secondLine({ actor, event, detail }: MemberTimelineItem): string {
  const by = actor === 'shop' || actor === 'member' ? text.actors[actor] : actor;
  const reason = event === 'paused' || event === 'cancelled' ? STATUS_REASONS.find((one) => one === detail) : undefined;
  return reason === undefined || reason === 'member' ? by : `${by}, ${REASON_NAMES[reason]}`;
}

const entryOf = (member: OfficeMember, item: MemberTimelineItem): TimelineEntry => {
  const [icon, tone] = LOOKS[item.event] ?? ['info', 'plain'];
  return {
    id: item.id,
    at: item.at,
    icon,
    tone,
    title: titleOf(member, item),
    detail: secondLine(item),
    ...(item.note === '' ? {} : { note: item.note }),
  };
};

function NoteForm({ id }: { readonly id: string }) {
  const revalidator = useRevalidator();
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (note.trim() === '') return setError(orderFormErrors.note);
    setIsPending(true);
    const added = await memberCalls.addMemberNote({ id, text: note });
    setIsPending(false);
    setError(added.ok ? null : added.title);
    if (!added.ok) return;
    setNote('');
    toastDone(text.noteAdded);
    await revalidator.revalidate();
  };
  return (
    <form className="note-form" onSubmit={(event) => void submit(event)} noValidate>
      <FormError error={error} />
      <TextField label={text.note} rows={2} placeholder={text.notePlaceholder} value={note} onChange={setNote} maxLength={2_000} />
      <Button type="submit" isPending={isPending}>
        {text.addNote}
      </Button>
      <UnsavedGuard isDirty={note.trim() !== ''} />
    </form>
  );
}

export function MemberTimeline({ member }: { readonly member: OfficeMember }) {
  const may = useMay();
  return (
    <section className="panel" aria-labelledby="timeline-heading">
      <div className="panel-head">
        <h2 id="timeline-heading">{text.timeline}</h2>
      </div>
      {may('clubs.write') && <NoteForm key={member.id} id={member.id} />}
      <Timeline entries={member.timeline.map((item) => entryOf(member, item))} timeZone={member.timeZone} />
    </section>
  );
}
