/** The actions on several wines of the list. */
import { useState } from 'react';
import { stockMessages as text } from '#domains/selling/stock/messages/office.ts';
import { Button } from '#ui/office/Button.tsx';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { collectStockIds } from './selected-stock.ts';
import { ThresholdDialog } from './ThresholdDialog.tsx';

export interface BulkStockProps {
  readonly target: BulkTarget;
  readonly input: Readonly<Record<string, string>>;
  readonly onDone: () => void;
}

export function BulkStock({ target, input, onDone }: BulkStockProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>{text.bulkThreshold}</Button>
      {isOpen && (
        <ThresholdDialog
          count={target.count}
          own={null}
          collect={() => collectStockIds(target.selection, input)}
          onClose={() => setIsOpen(false)}
          onDone={() => {
            target.clear();
            onDone();
          }}
        />
      )}
    </>
  );
}
