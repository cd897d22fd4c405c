/** The actions on several wines of the list. */
import { useState } from 'react';
import { stockMessages as text } from '#domains/selling/stock/messages/office.ts';
import { sheetListMessages } from '#domains/selling/stock/messages/sheets.ts';
import type { StockRow } from '#domains/selling/stock/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import type { ShownRows } from '#ui/office/grid/use-shown-rows.ts';
import { BulkThresholdDialog } from './BulkThresholdDialog.tsx';
import { StartCountDialog } from './StartCountDialog.tsx';
import { collectStockIds } from './selected-stock.ts';

export interface BulkStockProps {
  readonly target: BulkTarget;
  readonly input: Readonly<Record<string, string>>;
  /** Thresholds of their own that the list showed of its wines. */
  readonly shown: Pick<ShownRows<StockRow, number | null>, 'versionOf' | 'addUnseen'>;
  readonly onDone: () => void;
}

export function BulkStock({ target, input, shown, onDone }: BulkStockProps) {
  const [dialog, setDialog] = useState<'threshold' | 'count' | null>(null);
  const close = (): void => setDialog(null);
  return (
    <>
      <Button icon="barcode" onPress={() => setDialog('count')}>
        {sheetListMessages.newCount}
      </Button>
      <Button onPress={() => setDialog('threshold')}>{text.bulkThreshold}</Button>
      {dialog === 'count' && (
        <StartCountDialog count={target.count} collect={(goOn) => collectStockIds(target.selection, input, goOn)} onClose={close} />
      )}
      {dialog === 'threshold' && (
        <BulkThresholdDialog
          count={target.count}
          collect={() => collectStockIds(target.selection, input, undefined, shown.addUnseen)}
          shownOf={(id) => shown.versionOf(id) ?? null}
          onClose={close}
          onDone={() => {
            target.clear();
            onDone();
          }}
        />
      )}
    </>
  );
}
