import { stockMessages as text } from '#domains/selling/stock/messages/office.ts';
import type { StockRow } from '#domains/selling/stock/office-contract.ts';

/** Returns the name of an item. One that no offer sells has only its product number. */
export const stockName = ({ name, productId }: Pick<StockRow, 'name' | 'productId'>): string =>
  name === '' ? text.removed(productId) : name;
