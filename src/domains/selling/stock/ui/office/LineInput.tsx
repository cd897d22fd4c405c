/** A number of cases in a row of a sheet. It is saved when the field is left, or with Enter, which goes to the next row. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Input, TextField } from 'react-aria-components';
import { caseCount } from '#domains/selling/stock/model/stock-forms.ts';
import { toCount } from './stock-form.ts';

interface LineInputProps {
  readonly label: string;
  readonly value: number | null;
  readonly onCommit: (value: number | null) => void;
}

const toText = (value: number | null): string => (value === null ? '' : String(value));

/** Moves to the same field of the next row. */
function focusNext(field: HTMLInputElement): void {
  const fields = [...(field.closest('table')?.querySelectorAll('input') ?? [])].filter(
    (each) => each.dataset.column === field.dataset.column,
  );
  const next = fields[fields.indexOf(field) + 1];
  if (next) next.focus();
  else field.blur();
}

export function LineInput({ label, value, onCommit, column }: LineInputProps & { readonly column: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const shown = typed ?? toText(value);
  const parsed = shown.trim() === '' ? null : caseCount.safeParse(toCount(shown));
  const isInvalid = parsed !== null && !parsed.success;
  // A number that was saved is shown as the server has it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for another value
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(null);
  }, [value]);

  const commit = (): void => {
    if (typed === null || isInvalid) return;
    setTyped(null);
    const next = parsed?.data ?? null;
    if (next !== value) onCommit(next);
  };
  return (
    <TextField
      className="line-input"
      aria-label={label}
      value={shown}
      onChange={setTyped}
      isInvalid={isInvalid}
      inputMode="numeric"
      autoComplete="off"
      maxLength={7}
      onFocus={() => input.current?.select()}
      onBlur={commit}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        if (input.current) focusNext(input.current);
      }}
    >
      <Input ref={input} className="entry-input" data-column={column} />
    </TextField>
  );
}
