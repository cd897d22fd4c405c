/** Which rows of a table of settings show fields, and where the focus goes when that changes. */
import { useEffect, useRef, useState } from 'react';

/** Tables with more rows show them as text until they are edited: fields of every row at once take long to render. */
const MAX_ROWS_WITH_FIELDS = 12;

/** Moves the focus into a row: to the button with the label if it can be pressed, else to the first control. */
function focusRow(row: Element | undefined, label: string): void {
  const named = [...(row?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])].find((each) => each.ariaLabel === label);
  (named ?? row?.querySelector<HTMLElement>('[role="spinbutton"], input, select, textarea, button'))?.focus();
}

/**
 * Which rows of a table show their fields. Short tables show all of them. In long ones a row opens when it is edited, new or wrong,
 * and the focus follows.
 */
export function useOpenRows(count: number, wrong: readonly number[]) {
  const [isLong] = useState(count > MAX_ROWS_WITH_FIELDS);
  const [open, setOpen] = useState<readonly number[]>([]);
  const [focus, setFocus] = useState<{ readonly row: number; readonly label: string } | null>(null);
  const list = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (focus) focusRow(list.current?.querySelectorAll('.setting-row')[focus.row], focus.label);
  }, [focus]);
  const unopened = wrong.filter((row) => !open.includes(row));
  if (isLong && unopened.length > 0) setOpen([...open, ...unopened]);
  const show = (rows: readonly number[], row: number, label = ''): void => {
    if (!isLong) return;
    setOpen(rows);
    setFocus({ row, label });
  };
  return {
    list,
    isLong,
    isOpen: (row: number): boolean => !isLong || open.includes(row),
    open: (row: number) => show([...open, row], row),
    close: (row: number) =>
      show(
        open.filter((each) => each !== row),
        row,
      ),
    remove: (row: number) =>
      show(
        open.filter((each) => each !== row).map((each) => (each > row ? each - 1 : each)),
        Math.min(row, count - 2),
      ),
    /** @param label that of the button which moves the row on */
    move: (row: number, to: number, label: string) =>
      show(
        open.map((each) => (each === row ? to : each === to ? row : each)),
        to,
        label,
      ),
  };
}
