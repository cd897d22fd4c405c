/** Skips the next case of several members or pauses them, with a preview of what will and what cannot change. */
import { useState } from 'react';
import { bulkMemberMessages as text } from '#domains/selling/clubs/messages/office.ts';
import { BULK_MEMBER_ACTIONS, type BulkMemberAction } from '#domains/selling/clubs/model/member-list.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { TextField } from '#ui/office/form/fields.tsx';
import { BulkInterruption } from '#ui/office/grid/BulkInterruption.tsx';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { officeMessages } from '#ui/office/messages.ts';
import type { OfficeIconName } from '#ui/office/OfficeIcon.tsx';
import { formatShortDay } from './format-day.ts';
import { type MemberResult, useBulkMembers } from './selected-members.ts';

const MAX_SHOWN = 8;

const ICONS: Readonly<Record<BulkMemberAction, OfficeIconName>> = { skip: 'skip', pause: 'pause' };

/** The days of the cases that are not sent, the earliest first. */
function daysOf(results: readonly MemberResult[]): string {
  const days = [...new Set(results.flatMap(({ on }) => (on === null ? [] : [on])))].sort();
  const shown = days.slice(0, MAX_SHOWN).map(formatShortDay);
  return days.length > MAX_SHOWN ? `${shown.join(', ')} …` : shown.join(', ');
}

function Refused({ results }: { readonly results: readonly MemberResult[] }) {
  if (results.length === 0) return null;
  return (
    <div className="notice notice-wait">
      <div>
        <p>{text.wontChange(results.length)}</p>
        <ul>
          {results.slice(0, MAX_SHOWN).map(({ id, name, reason }) => (
            <li key={id} className="small">
              {text.row(name, reason)}
            </li>
          ))}
          {results.length > MAX_SHOWN && <li className="small">…</li>}
        </ul>
      </div>
    </div>
  );
}

export interface BulkMembersProps {
  readonly target: BulkTarget;
  readonly input: Readonly<Record<string, string>>;
  readonly onDone: () => void;
}

interface BulkDialogProps extends BulkMembersProps {
  readonly action: BulkMemberAction;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  /** Starts over, to change the reason. */
  readonly onBack: () => void;
  readonly onClose: () => void;
}

function BulkDialog({ action, target, input, reason, onReason, onBack, onClose, onDone }: BulkDialogProps) {
  const { state, preview, run, resume } = useBulkMembers(target.selection, input);
  const change = { action, reason: reason.trim() };
  const isRunning = state.step === 'checking' || state.step === 'working';
  const finish = (): void => {
    if (state.step === 'finished' || (state.step === 'interrupted' && !state.isPreview)) {
      onDone();
      target.clear();
    }
    onClose();
  };
  return (
    <Dialog title={text.title[action](target.count)} isOpen onClose={finish} isDismissable={!isRunning}>
      {state.step === 'idle' && (
        <>
          <Consequences items={[text.effect[action]]} />
          <TextField label={text.reason} hint={text.reasonHint} isOptional value={reason} onChange={onReason} maxLength={500} autoFocus />
        </>
      )}
      <div role="status" className="stack">
        {state.step === 'checking' && <p>{text.checking(state.done, state.count)}</p>}
        {state.step === 'working' && <p>{text.working(state.done, state.count)}</p>}
        {state.step === 'preview' && (
          <>
            <p>{state.possible.length === 0 ? text.nothing : text.willChange(state.possible.length)}</p>
            {daysOf(state.possible) !== '' && <p className="text-muted">{text.days(daysOf(state.possible))}</p>}
          </>
        )}
        {state.step === 'interrupted' && <BulkInterruption state={state} />}
        {state.step === 'finished' && (
          <p>{state.refused.length === 0 ? text.done(state.done.length) : text.partly(state.done.length, state.refused.length)}</p>
        )}
        {(state.step === 'preview' || state.step === 'finished') && <Refused results={state.refused} />}
      </div>
      <DialogEnd>
        <Button onPress={finish} isDisabled={isRunning}>
          {state.step === 'finished' ? text.close : officeMessages.cancel}
        </Button>
        {state.step === 'idle' && (
          <Button tone="primary" onPress={() => void preview(change)}>
            {officeMessages.next}
          </Button>
        )}
        {state.step === 'preview' && <Button onPress={onBack}>{text.back}</Button>}
        {state.step === 'preview' && state.possible.length > 0 && (
          <Button tone="primary" onPress={() => void run(change)}>
            {text.apply[action](state.possible.length)}
          </Button>
        )}
        {state.step === 'interrupted' && (
          <Button tone="primary" onPress={() => void resume(change)}>
            {state.isPreview ? officeMessages.tryAgain : text.continue(state.count - state.done)}
          </Button>
        )}
      </DialogEnd>
    </Dialog>
  );
}

export function BulkMembers(props: BulkMembersProps) {
  const [action, setAction] = useState<BulkMemberAction | null>(null);
  const [reason, setReason] = useState('');
  const [attempt, setAttempt] = useState(0);
  return (
    <>
      {BULK_MEMBER_ACTIONS.map((one) => (
        <Button key={one} icon={ICONS[one]} onPress={() => setAction(one)}>
          {text.actions[one]}
        </Button>
      ))}
      {action && (
        <BulkDialog
          {...props}
          key={attempt}
          action={action}
          reason={reason}
          onReason={setReason}
          onBack={() => setAttempt(attempt + 1)}
          onClose={() => setAction(null)}
        />
      )}
    </>
  );
}
