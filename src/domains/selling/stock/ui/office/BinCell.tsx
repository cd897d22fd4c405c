/** The bin of a row of the list. It opens the dialog that changes it, as F2 on the row does. */
import { createContext, useContext } from 'react';
import { stockMessages as text } from '#domains/selling/stock/messages/office.ts';
import type { StockRow } from '#domains/selling/stock/office-contract.ts';
import { stockName } from './stock-name.ts';

const Editing = createContext<((row: StockRow) => void) | null>(null);
/** Provides what opens the dialog; null for people who may not change bins. */
export const BinEditing = Editing.Provider;

export function BinCell({ row }: { readonly row: StockRow }) {
  const edit = useContext(Editing);
  if (!edit) return row.bin;
  return (
    <button
      type="button"
      className="bin-button"
      data-edit="bin"
      tabIndex={-1}
      aria-label={text.setBinOf(stockName(row), row.bin)}
      onClick={() => edit(row)}
    >
      {row.bin === '' ? text.none : row.bin}
    </button>
  );
}
