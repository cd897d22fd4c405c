/** One group of errors: how often, where, its latest reports; and what staff decided about it. */
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { ERROR_STATUS_LABELS, errorMessages as text } from '#domains/system/messages/records.ts';
import { ERROR_STATUSES, type ErrorStatus, MAX_CHANGED } from '#domains/system/model/record-states.ts';
import type { systemRecordsContract } from '#domains/system/records-contract.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { formatMoment, ownTimeZone } from '#ui/office/format-time.ts';
import { createPortions, type Portions } from '#ui/office/grid/portions.ts';
import { gridMessages, officeMessages } from '#ui/office/messages.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { ERROR_TONES } from './record-specs.tsx';
import { recordCalls } from './system-calls.ts';

type ErrorDetails = z.output<(typeof systemRecordsContract)['systemError']['output']>;

/** What gives an error a status. */
export const STATUS_ACTIONS: Readonly<Record<ErrorStatus, string>> = { open: text.reopen, resolved: text.resolve, ignored: text.ignore };

const moment = (iso: string): string => formatMoment(iso, ownTimeZone());

/** An error with the status that the person saw. */
export interface ShownError {
  readonly id: string;
  readonly expected: ErrorStatus;
}

interface ErrorAnswer {
  readonly changed: readonly string[];
  readonly kept: readonly { readonly reason: string }[];
}

/** Gives errors a status and says so. Those that changed since they were shown stay. The undo gives back what they had. */
export const changeErrors = (errors: readonly ShownError[], status: ErrorStatus, onChanged: () => Promise<void>): Promise<void> =>
  sendErrors(createPortions(errors, MAX_CHANGED), errors, status, onChanged);

async function sendErrors(
  portions: Portions<ShownError, ErrorAnswer>,
  errors: readonly ShownError[],
  status: ErrorStatus,
  onChanged: () => Promise<void>,
): Promise<void> {
  const { answers, interruption } = await portions.run((some, idempotencyKey) =>
    recordCalls.changeSystemErrors({ errors: [...some], status }, { idempotencyKey }),
  );
  const done = new Set(answers.flatMap(({ changed }) => changed));
  const kept = answers.flatMap((answer) => answer.kept);
  const [first] = kept;
  if (interruption) toastFailed(gridMessages.stopped(interruption), () => void sendErrors(portions, errors, status, onChanged));
  else if (first) toastFailed(text.kept(kept.length, first.reason));
  const undo = (): void => {
    for (const was of ERROR_STATUSES) {
      const changed = errors.filter(({ id, expected }) => done.has(id) && expected === was);
      if (changed.length > 0)
        void changeErrors(
          changed.map(({ id }) => ({ id, expected: status })),
          was,
          onChanged,
        );
    }
  };
  if (done.size > 0) toastDone(text.changed(status, done.size), status === 'open' ? undefined : undo);
  await onChanged();
}

function Report({ report: { at, where, stack, comment } }: { readonly report: ErrorDetails['reports'][number] }) {
  return (
    <details className="record-report">
      <summary>{text.stack(moment(at))}</summary>
      {where !== '' && <p className="text-muted small system-text">{where}</p>}
      {comment !== null && <p>{text.shopper(comment)}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls has to be reached by keyboard */}
      <pre className="record-code" tabIndex={0}>
        {stack.join('\n')}
      </pre>
    </details>
  );
}

export interface ErrorDialogProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onChanged: () => Promise<void>;
}

export function ErrorDialog({ id, onClose, onChanged }: ErrorDialogProps) {
  const may = useMay();
  const [group, setGroup] = useState<ErrorDetails | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setGroup(null);
    setProblem(null);
    void recordCalls.systemError({ id }).then((found) => {
      if (!isCurrent) return;
      if (found.ok) setGroup(found.value);
      else setProblem(found.title);
    });
    return () => {
      isCurrent = false;
    };
  }, [id]);
  const change = async (expected: ErrorStatus, status: ErrorStatus): Promise<void> => {
    onClose();
    await changeErrors([{ id, expected }], status, onChanged);
  };
  return (
    <Dialog title={group?.title ?? text.title} isOpen onClose={onClose} isWide>
      {problem !== null && <p role="alert">{problem}</p>}
      {group === null && problem === null && <p role="status">{officeMessages.loading}</p>}
      {group !== null && (
        <>
          <p className="act-row">
            <Badge tone={ERROR_TONES[group.status]}>{ERROR_STATUS_LABELS[group.status]}</Badge>
            {group.status !== 'open' && group.statusBy !== '' && <span className="text-muted small">{text.statusBy(group.statusBy)}</span>}
            <span className="text-muted small">{text.hint[group.status]}</span>
          </p>
          <dl className="facts record-facts">
            {(
              [
                [text.facts.count, group.occurrences.toLocaleString('en-AU')],
                [text.facts.where, [text.sources[group.source] ?? group.source, group.component].filter(Boolean).join(' · ')],
                [text.facts.first, moment(group.firstSeen)],
                [text.facts.last, moment(group.lastSeen)],
              ] as const
            ).map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <h3>{text.reports}</h3>
          {group.reports.length === 0 ? (
            <p className="text-muted">{text.noReports}</p>
          ) : (
            group.reports.map((report) => <Report key={report.id} report={report} />)
          )}
        </>
      )}
      <DialogEnd>
        <Button onPress={onClose}>{officeMessages.close}</Button>
        {group !== null &&
          may('system.write') &&
          ERROR_STATUSES.filter((status) => status !== group.status)
            .toReversed()
            .map((status) => (
              <Button
                key={status}
                {...(status === 'resolved' || (status === 'open' && group.status === 'resolved') ? { tone: 'primary' as const } : {})}
                onPress={() => void change(group.status, status)}
              >
                {STATUS_ACTIONS[status]}
              </Button>
            ))}
      </DialogEnd>
    </Dialog>
  );
}
