/** Exports the selected or all matching wines. */
import { bulkWineMessages as text } from '#domains/catalogue/messages/office.ts';
import { ExportDialog } from '#ui/office/grid/ExportDialog.tsx';
import type { GridSelection } from '#ui/office/grid/selection.ts';
import { collectWineIds } from './selected-wines.ts';
import { wineCalls } from './wine-calls.ts';

export interface ExportWinesProps {
  /** Null for everything that matches. */
  readonly selection: GridSelection | null;
  readonly input: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

export function ExportWines({ selection, input, onClose }: ExportWinesProps) {
  return (
    <ExportDialog
      fileName="wines"
      text={text}
      selection={selection}
      collect={(chosen, onProgress) => collectWineIds(chosen, input, onProgress)}
      loadPage={(ids, cursor) =>
        wineCalls.exportWines({ ...input, ...(ids === null ? {} : { ids: [...ids] }), ...(cursor === undefined ? {} : { cursor }) })
      }
      onClose={onClose}
    />
  );
}
