/** Says how many rows are selected and offers what can be done with them. */
import type { ReactNode } from 'react';
import { Toolbar } from 'react-aria-components';
import { Button, IconButton } from '../Button.tsx';
import { gridMessages } from '../messages.ts';
import type { BulkTarget, GridNoun, GridPage } from './grid-types.ts';
import { ALL_MATCHING, type GridSelection, NOTHING_SELECTED } from './selection.ts';

export interface BulkBarProps {
  readonly target: BulkTarget;
  readonly total: GridPage<unknown>['total'];
  readonly noun: GridNoun;
  readonly shownRows: number;
  readonly setSelection: (selection: GridSelection) => void;
  readonly onExport: (() => void) | undefined;
  readonly children: ReactNode;
}

export function BulkBar({ target, total, noun, shownRows, setSelection, onExport, children }: BulkBarProps) {
  const isExact = typeof total === 'number';
  const totalRows = isExact ? total : total.atLeast;
  const totalText = gridMessages.total(totalRows, isExact, noun);
  const { isAllMatching, keys } = target.selection;
  const canSelectMatching = !isAllMatching && keys.size >= Math.min(shownRows, totalRows) && totalRows > keys.size;
  return (
    <Toolbar className="bulk" aria-label={gridMessages.selected(target.count)}>
      <IconButton icon="close" label={gridMessages.clearSelection} onPress={() => setSelection(NOTHING_SELECTED)} />
      <p className="bulk-count" aria-live="polite">
        {isAllMatching && keys.size === 0 ? gridMessages.allMatching(totalText) : gridMessages.selected(target.count)}
      </p>
      {canSelectMatching && (
        <Button tone="quiet" onPress={() => setSelection(ALL_MATCHING)}>
          {gridMessages.selectMatching(totalText)}
        </Button>
      )}
      <span className="bulk-actions">
        {children}
        {onExport && (
          <Button icon="download" onPress={onExport}>
            {gridMessages.export}
          </Button>
        )}
      </span>
    </Toolbar>
  );
}
