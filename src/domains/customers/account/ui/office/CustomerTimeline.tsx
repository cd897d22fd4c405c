/** What happened to a customer, and the form for a note. */
import { type FormEvent, useRef, useState } from 'react';
import { CHANNEL_LABELS, TIER_LABELS, customerMessages as text } from '#domains/customers/account/messages/office.ts';
import { customerFormErrors } from '#domains/customers/account/messages/office-errors.ts';
import type { CustomerTimelineItem, OfficeCustomer } from '#domains/customers/account/office-contract.ts';
import { MARKETING_CHANNELS } from '#domains/customers/consent/model/marketing.ts';
import { TIERS } from '#domains/customers/identity/model/tiers.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import type { Tone } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { UnsavedGuard } from '#ui/office/form/UnsavedGuard.tsx';
import type { OfficeIconName } from '#ui/office/OfficeIcon.tsx';
import { useRecordActions } from '#ui/office/screen-actions.ts';
import { Timeline, type TimelineEntry } from '#ui/office/Timeline.tsx';
import { customerCalls, ownerOf } from './customer-calls.ts';
import { useCustomerAction } from './use-customer-action.ts';

interface TimelineProps {
  readonly customer: OfficeCustomer;
}

const LOOKS: Readonly<Record<CustomerTimelineItem['event'], readonly [OfficeIconName, Tone]>> = {
  joined: ['person', 'good'],
  order: ['orders', 'info'],
  note: ['note', 'wait'],
  tier: ['bookmark', 'good'],
  consent: ['mail', 'plain'],
  activity: ['staff', 'plain'],
};

function titleOf({ kind, market }: OfficeCustomer, { event, detail, amount }: CustomerTimelineItem): string {
  switch (event) {
    case 'joined':
      return kind === 'guest' ? text.events.firstOrder : text.events.joined;
    case 'order':
      return text.events.order(detail, formatMoneyIn(market, amount ?? 0));
    case 'note':
      return text.events.note;
    case 'tier': {
      const tier = TIERS.find((one) => one === detail);
      return text.events.tier(tier === undefined ? detail : TIER_LABELS[tier]);
    }
    case 'consent': {
      const [name = '', granted] = detail.split(':');
      const channel = MARKETING_CHANNELS.find((one) => one === name);
      return (granted === 'true' ? text.events.agreed : text.events.withdrew)(channel === undefined ? name : CHANNEL_LABELS[channel]);
    }
    case 'activity':
      return text.activity[detail] ?? detail;
  }
}

const entryOf = (customer: OfficeCustomer, item: CustomerTimelineItem): TimelineEntry => {
  const [icon, tone] = LOOKS[item.event];
  return {
    id: item.id,
    at: item.at,
    icon,
    tone,
    title: titleOf(customer, item),
    ...(item.actor === '' ? {} : { detail: item.actor }),
    ...(item.note === '' ? {} : { note: item.note }),
  };
};

function NoteForm({ customer }: TimelineProps) {
  const [note, setNote] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useRecordActions({ noteCustomer: () => form.current?.querySelector('textarea')?.focus() });
  const [missing, setMissing] = useState<string | null>(null);
  const action = useCustomerAction(customer);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(note.trim() === '' ? customerFormErrors.note : null);
    if (note.trim() === '') return;
    void action.run({
      send: () => customerCalls.addCustomerNote({ ...ownerOf(customer), text: note }),
      done: text.noteAdded,
      onDone: () => setNote(''),
    });
  };
  return (
    <form ref={form} className="note-form" onSubmit={submit} noValidate>
      <FormError error={missing ?? action.error} />
      <TextField label={text.note} rows={2} placeholder={text.notePlaceholder} value={note} onChange={setNote} maxLength={2_000} />
      <Button type="submit" isPending={action.isPending}>
        {text.addNote}
      </Button>
      <UnsavedGuard isDirty={note.trim() !== ''} />
    </form>
  );
}

export function CustomerTimeline({ customer }: TimelineProps) {
  const may = useMay();
  return (
    <section className="panel" aria-labelledby="timeline-heading">
      <div className="panel-head">
        <h2 id="timeline-heading">{text.timeline}</h2>
      </div>
      {customer.kind === 'account' && may('customers.write') && <NoteForm customer={customer} />}
      <Timeline entries={customer.timeline.map((item) => entryOf(customer, item))} timeZone={customer.timeZone} />
    </section>
  );
}
