import { stockFormat, itemMessages as text } from '#domains/selling/stock/messages/office.ts';
import type { StockItem } from '#domains/selling/stock/office-contract.ts';
import { ConflictDialog } from '#ui/office/form/ConflictDialog.tsx';
import type { useStockAction } from './use-stock-action.ts';

/** Shown if someone corrected the item since it was opened. */
export function StockConflict({
  item,
  action,
  change,
}: {
  readonly item: StockItem;
  readonly action: ReturnType<typeof useStockAction>;
  readonly change: string;
}) {
  const { conflict } = action;
  return (
    <ConflictDialog
      title={conflict?.title ?? null}
      fields={[
        {
          label: text.conflictAvailable,
          theirs: stockFormat.cases((conflict?.current ?? item).available),
          yours: stockFormat.cases(item.available),
        },
        { label: text.conflictChange, theirs: '–', yours: change },
      ]}
      onKeepTheirs={action.keepTheirs}
      onKeepYours={action.keepYours}
      isPending={action.isPending}
    />
  );
}
