/** The dialogs of what staff do for a member. Each says what it does before it is done. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { memberMessages, memberActionMessages as text } from '#domains/selling/clubs/messages/office.ts';
import type { OfficeMember } from '#domains/selling/clubs/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { ChoiceField } from '#ui/office/form/ChoiceField.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { formatLongDay } from './format-day.ts';
import { MemberConflict } from './MemberConflict.tsx';
import { memberCalls } from './member-calls.ts';
import { useMemberAction } from './use-member-action.ts';

export interface MemberDialogProps {
  readonly member: OfficeMember;
  readonly onClose: () => void;
  /** Reads the member again after an undo, which outlives the dialog. */
  readonly onChanged: () => void;
}

interface ActionDialogProps {
  readonly member: OfficeMember;
  readonly title: string;
  /** Verb and object on the button. */
  readonly submit: string;
  readonly consequences: readonly string[];
  readonly action: ReturnType<typeof useMemberAction>;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly isDanger?: boolean;
  readonly children?: ReactNode;
}

function ActionDialog({ member, title, submit, consequences, action, onSubmit, onClose, isDanger = false, children }: ActionDialogProps) {
  const send = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog title={title} isOpen onClose={onClose} role="alertdialog" isDismissable={!action.isPending}>
      <form className="form" onSubmit={send} noValidate>
        <FormError error={action.error} />
        {children}
        <Consequences items={[...consequences, ...(member.email === '' ? [] : [text.email(member.email)])]} />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={action.isPending}>
            {text.keep}
          </Button>
          <Button tone={isDanger ? 'danger' : 'primary'} type="submit" isPending={action.isPending}>
            {submit}
          </Button>
        </DialogEnd>
      </form>
      <MemberConflict member={member} action={action} change={submit} />
    </Dialog>
  );
}

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | null;
  readonly isOptional?: boolean;
}

function ReasonField({ value, onChange, error = null, isOptional = true }: ReasonFieldProps) {
  return (
    <TextField
      label={text.reason}
      hint={text.reasonHint}
      isOptional={isOptional}
      value={value}
      onChange={onChange}
      maxLength={500}
      error={error}
      autoFocus
    />
  );
}

export function SkipDialog({ member, onClose, onChanged }: MemberDialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const action = useMemberAction(member);
  const { id, next } = member;
  if (!next) return null;
  const isTold = next.remindedOn !== null;
  const day = formatLongDay(next.dueOn);
  const undo = async ({ version }: OfficeMember): Promise<void> => {
    const undone = await memberCalls.unskipDelivery({ id, version, period: next.period });
    if (undone.ok) toastDone(text.skip.undone);
    else toastFailed(undone.title);
    onChanged();
  };
  const submit = (): void => {
    if (isTold && reason.trim() === '') {
      setError(officeMessages.fillIn);
      return;
    }
    setError(null);
    action.run({
      send: (version) => memberCalls.skipDelivery({ id, version, period: next.period, reason: reason.trim() }),
      done: () => text.skip.done(day),
      onDone: onClose,
      undo: (changed) => (changed.skipped ? () => void undo(changed) : null),
    });
  };
  return (
    <ActionDialog
      member={member}
      title={text.skip.title(day)}
      submit={text.skip.action}
      consequences={[text.skip.effect, member.canCharge ? text.skip.late : text.skip.undo]}
      action={action}
      onSubmit={submit}
      onClose={onClose}
    >
      {isTold && <p>{text.skip.told}</p>}
      <ReasonField value={reason} onChange={setReason} error={error} isOptional={!isTold} />
    </ActionDialog>
  );
}

export function PauseDialog({ member, onClose }: MemberDialogProps) {
  const [reason, setReason] = useState('');
  const action = useMemberAction(member);
  return (
    <ActionDialog
      member={member}
      title={text.pause.title(member.name)}
      submit={text.pause.action}
      consequences={[text.pause.effect]}
      action={action}
      onSubmit={() =>
        action.run({
          send: (version) => memberCalls.pauseMember({ id: member.id, version, reason: reason.trim() }),
          done: () => text.pause.done,
          onDone: onClose,
        })
      }
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} />
    </ActionDialog>
  );
}

export function ResumeDialog({ member, onClose }: MemberDialogProps) {
  const action = useMemberAction(member);
  return (
    <ActionDialog
      member={member}
      title={text.resume.title(member.name)}
      submit={text.resume.action}
      consequences={[text.resume.effect]}
      action={action}
      onSubmit={() =>
        action.run({
          send: (version) => memberCalls.resumeMember({ id: member.id, version }),
          done: ({ next }) => text.resume.done(next ? formatLongDay(next.dueOn) : '–'),
          onDone: onClose,
        })
      }
      onClose={onClose}
    />
  );
}

export function CancelDialog({ member, onClose }: MemberDialogProps) {
  const [reason, setReason] = useState('');
  const action = useMemberAction(member);
  return (
    <ActionDialog
      member={member}
      title={text.cancel.title(member.name)}
      submit={text.cancel.action}
      consequences={[text.cancel.effect, text.cancel.final]}
      action={action}
      isDanger
      onSubmit={() =>
        action.run({
          send: (version) => memberCalls.cancelMember({ id: member.id, version, reason: reason.trim() }),
          done: () => text.cancel.done,
          onDone: onClose,
        })
      }
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} />
    </ActionDialog>
  );
}

/** Returns the chosen id, or the first one if the club no longer offers the current choice. */
const offered = (id: string, options: readonly { readonly id: string }[]): string =>
  options.some((option) => option.id === id) ? id : (options[0]?.id ?? '');

export function SwapDialog({ member, onClose }: MemberDialogProps) {
  const [variantId, setVariantId] = useState(() => offered(member.variant.id, member.variants));
  const [frequencyId, setFrequencyId] = useState(() => offered(member.frequency.id, member.frequencies));
  const action = useMemberAction(member);
  const cases = member.variants.map(({ id, label, price }) => ({
    value: id,
    label: text.swap.option(label, formatMoneyIn(member.market, price)),
  }));
  return (
    <ActionDialog
      member={member}
      title={text.swap.title}
      submit={text.swap.action}
      consequences={[text.swap.effect, ...(frequencyId === member.frequency.id ? [] : [text.swap.moved])]}
      action={action}
      onSubmit={() =>
        action.run({
          send: (version) => memberCalls.swapCase({ id: member.id, version, variantId, frequencyId }),
          done: () => text.swap.done,
          onDone: onClose,
        })
      }
      onClose={onClose}
    >
      <ChoiceField label={text.swap.case} value={variantId} options={cases} onChange={setVariantId} />
      <ChoiceField
        label={text.swap.frequency}
        value={frequencyId}
        options={member.frequencies.map(({ id, label }) => ({ value: id, label }))}
        onChange={setFrequencyId}
      />
    </ActionDialog>
  );
}

export function ChargeDialog({ member, onClose }: MemberDialogProps) {
  const action = useMemberAction(member);
  const { id, next, card, market } = member;
  // Once it is charged, the record has another next case. The amount of the dialog stays.
  const [total] = useState(() => (next ? formatMoneyIn(market, next.total) : ''));
  return (
    <ActionDialog
      member={{ ...member, email: '' }}
      title={text.charge.title(total)}
      submit={text.charge.action(total)}
      consequences={[
        ...(card ? [text.charge.card(memberMessages.cardName(card.brand, card.last4))] : []),
        text.charge.placed,
        text.charge.declined,
      ]}
      action={action}
      onSubmit={() =>
        action.run({
          send: (version) => memberCalls.chargeMember({ id, version }),
          done: () => text.charge.done(total),
          onDone: onClose,
        })
      }
      onClose={onClose}
    />
  );
}

export function LinkDialog({ member, onClose, about }: MemberDialogProps & { readonly about: 'card' | 'address' }) {
  const action = useMemberAction(member);
  return (
    <ActionDialog
      member={{ ...member, email: '' }}
      title={text.link.title(member.email)}
      submit={text.link.action}
      consequences={[text.link.effect[about]]}
      action={action}
      onSubmit={() =>
        action.run({
          send: () => memberCalls.sendMemberLink({ id: member.id, about }),
          done: () => text.link.done(member.email),
          onDone: onClose,
        })
      }
      onClose={onClose}
    />
  );
}
