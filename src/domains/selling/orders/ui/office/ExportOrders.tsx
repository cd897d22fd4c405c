/** Exports the selected or all matching orders. */
import { bulkMessages as text } from '#domains/selling/orders/messages/office.ts';
import { ExportDialog } from '#ui/office/grid/ExportDialog.tsx';
import type { GridSelection } from '#ui/office/grid/selection.ts';
import { orderCalls } from './order-calls.ts';
import { collectOrderIds } from './selected-orders.ts';

export interface ExportOrdersProps {
  /** Null for everything that matches. */
  readonly selection: GridSelection | null;
  readonly input: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

export function ExportOrders({ selection, input, onClose }: ExportOrdersProps) {
  return (
    <ExportDialog
      fileName="orders"
      text={text}
      selection={selection}
      collect={(chosen, onProgress) => collectOrderIds(chosen, input, onProgress)}
      loadPage={(ids, cursor) =>
        orderCalls.exportOrders({ ...input, ...(ids === null ? {} : { ids: [...ids] }), ...(cursor === undefined ? {} : { cursor }) })
      }
      onClose={onClose}
    />
  );
}
