/** The documents that staff print of orders. */

/** `credit-note` has one page for each completed refund. */
export const ORDER_DOCUMENT_KINDS = ['invoice', 'credit-note', 'packing-slip', 'pick-list'] as const;
export type OrderDocumentKind = (typeof ORDER_DOCUMENT_KINDS)[number];

/** Longest selection of one document. */
export const MAX_DOCUMENT_ORDERS = 100;
