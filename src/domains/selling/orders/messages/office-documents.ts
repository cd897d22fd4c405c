/** Text of the office about printed documents of orders. */
import { plural } from '#lib/plural.ts';
import type { OrderDocumentKind } from '../model/order-document-kind.ts';

const listed = (numbers: readonly number[]): string => numbers.map((number) => `#${number}`).join(', ');

export const ORDER_DOCUMENT_LABELS: Readonly<Record<OrderDocumentKind, { readonly one: string; readonly several: string }>> = {
  invoice: { one: 'Invoice (PDF)', several: 'Invoices' },
  'credit-note': { one: 'Refund note (PDF)', several: 'Refund notes' },
  'packing-slip': { one: 'Packing slip (PDF)', several: 'Packing slips' },
  'pick-list': { one: 'Pick list (PDF)', several: 'Pick list' },
};

export const orderDocumentOfficeMessages = {
  print: 'Print',
  saved: (fileName: string) => `Saved ${fileName}.`,
  savedWithout: (fileName: string, omitted: readonly number[]) => `Saved ${fileName}. Nothing to print of ${listed(omitted)}.`,
  tooMany: (most: number) => `Select up to ${plural(most, 'order')} for one document.`,
} as const;
