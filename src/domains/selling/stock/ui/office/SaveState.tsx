/** Says whether everything is saved, and what could not be. */
import { sheetMessages as text } from '#domains/selling/stock/messages/sheets.ts';
import { Button } from '#ui/office/Button.tsx';
import { conflictMessages } from '#ui/office/messages.ts';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import type { EntryProblem, SheetEntries } from './use-sheet-entries.ts';

interface SaveStateProps {
  readonly entries: SheetEntries;
  /** Version of a line as it is now. */
  readonly versionOf: (productId: number) => number;
}

export function SaveState({ entries, versionOf }: SaveStateProps) {
  const { waiting, isStuck, problems, dismiss, enter } = entries;
  const replace = (problem: EntryProblem): void => {
    const { productId, name, field, value, mode } = problem.entry;
    dismiss(problem);
    if (productId !== null) enter({ mode, value, field, productId, name, version: versionOf(productId) });
  };
  return (
    <>
      <p role="status" className={isStuck ? 'notice notice-wait' : 'text-muted small'}>
        {isStuck ? text.offline(waiting.length) : waiting.length > 0 ? text.saving : text.saved}
      </p>
      {problems.length > 0 && (
        <ul className="stack" aria-label={text.problems}>
          {problems.map((problem) => (
            <li key={problem.entry.key} className="notice notice-bad" role="alert">
              <OfficeIcon name="warning" />
              <span className="stack">
                <span>{problem.entry.name === '' ? problem.title : text.problemOf(problem.entry.name, problem.title)}</span>
                <span className="act-row">
                  {problem.isConflict && <Button onPress={() => replace(problem)}>{conflictMessages.yours}</Button>}
                  <Button onPress={() => dismiss(problem)}>{problem.isConflict ? conflictMessages.theirs : text.dismiss}</Button>
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
