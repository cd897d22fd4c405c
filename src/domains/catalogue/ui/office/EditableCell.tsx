/** A field of the list that is edited in place: Enter saves and goes down, Tab saves and goes right, Escape stops. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { DateField } from 'react-aria-components';
import type { WineRow } from '#domains/catalogue/office-contract.ts';
import { DateParts, formatDateValue, parseDateValue } from '#ui/office/form/DateField.tsx';
import { useWineEditing, type WineEdit } from './wine-editing.ts';

export interface EditableCellProps {
  readonly row: WineRow;
  /** Name of the field in this list, the same in every row. */
  readonly field: string;
  /** `Edit price of …`. */
  readonly label: string;
  readonly value: string;
  readonly type: 'text' | 'date';
  readonly children: ReactNode;
  /** Returns what a typed value changes, a sentence if it is none, null if it changes nothing. */
  readonly toEdit: (typed: string) => WineEdit | string | null;
}

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'preventDefault' | 'stopPropagation'>;
type Step = 'down' | 'right' | 'row' | 'none';

/** Moves to the next field that can be edited, or back to the row. */
function moveFrom(cell: HTMLElement, field: string, step: Step): void {
  const row = cell.closest<HTMLElement>('[role="row"]');
  const below = row?.parentElement?.querySelector<HTMLElement>(`[data-index="${Number(row.dataset.index) + 1}"]`);
  const fields = [...(row?.querySelectorAll<HTMLElement>('[data-edit]') ?? [])];
  const at = fields.findIndex((one) => one.dataset.edit === field);
  const next = step === 'down' ? below?.querySelector<HTMLElement>(`[data-edit="${field}"]`) : step === 'right' ? fields[at + 1] : null;
  if (next) next.click();
  else if (step !== 'none') row?.focus();
}

interface DayInputProps {
  readonly label: string;
  readonly day: string;
  readonly problemId: string | undefined;
  readonly onChange: (day: string) => void;
  readonly onKeyDown: (event: Key) => void;
  readonly onBlur: () => void;
}

function DayInput({ label, day, problemId, onChange, ...handlers }: DayInputProps) {
  const date = useMemo(() => parseDateValue(day), [day]);
  return (
    <DateField
      {...handlers}
      aria-label={label}
      {...(problemId === undefined ? {} : { 'aria-describedby': problemId })}
      isInvalid={problemId !== undefined}
      validationBehavior="aria"
      shouldForceLeadingZeros
      value={date}
      // The person has just opened the field.
      autoFocus
      onChange={(next) => onChange(formatDateValue(next))}
    >
      <DateParts className="entry-input edit-input" />
    </DateField>
  );
}

export function EditableCell({ row, field, label, value, type, children, toEdit }: EditableCellProps) {
  const { canEdit, save } = useWineEditing();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const cell = useRef<HTMLSpanElement>(null);
  const problemId = useId();
  /** True while the field is not open or is being saved: its blur then changes nothing. */
  const isClosed = useRef(true);
  const isOpen = typed !== null;
  useEffect(() => {
    if (isOpen) input.current?.select();
  }, [isOpen]);
  if (!canEdit) return children;

  const open = (): void => {
    isClosed.current = false;
    setTyped(value);
  };
  const stop = (step: Step): void => {
    isClosed.current = true;
    setTyped(null);
    setProblem(null);
    // After the button is back, so that it is among the fields of the row.
    requestAnimationFrame(() => cell.current && moveFrom(cell.current, field, step));
  };
  const commit = async (step: Step): Promise<void> => {
    if (typed === null || isClosed.current) return;
    const edit = typed === value ? null : toEdit(typed.trim());
    if (edit === null) return stop(step);
    if (typeof edit === 'string') return setProblem(edit);
    isClosed.current = true;
    setIsPending(true);
    const refused = await save(row, edit);
    setIsPending(false);
    if (refused === null) return stop(step);
    isClosed.current = false;
    setProblem(refused);
  };
  const change = (next: string): void => {
    setTyped(next);
    setProblem(null);
  };
  const handleKeyDown = (event: Key): void => {
    if (event.key === 'Enter' || event.key === 'Tab') {
      // Shift and Tab leave the field as everywhere.
      if (event.key === 'Tab' && event.shiftKey) return;
      event.preventDefault();
      void commit(event.key === 'Enter' ? 'down' : 'right');
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      stop('row');
    }
  };
  return (
    <span ref={cell} className="edit-cell">
      {typed === null ? (
        <button type="button" className="edit-button" data-edit={field} tabIndex={-1} aria-label={label} onClick={open}>
          {children}
        </button>
      ) : (
        <>
          {type === 'date' ? (
            <DayInput
              label={label}
              day={typed}
              problemId={problem === null ? undefined : problemId}
              onChange={change}
              onKeyDown={handleKeyDown}
              onBlur={() => void commit('none')}
            />
          ) : (
            <input
              ref={input}
              className="entry-input edit-input"
              inputMode="decimal"
              aria-label={label}
              aria-invalid={problem !== null}
              aria-describedby={problem === null ? undefined : problemId}
              aria-busy={isPending}
              value={typed}
              // biome-ignore lint/a11y/noAutofocus: the person has just opened the field
              autoFocus
              onChange={(event) => change(event.currentTarget.value)}
              onKeyDown={handleKeyDown}
              onBlur={() => void commit('none')}
            />
          )}
          {problem !== null && (
            <span className="edit-problem" id={problemId} role="alert">
              {problem}
            </span>
          )}
        </>
      )}
    </span>
  );
}
