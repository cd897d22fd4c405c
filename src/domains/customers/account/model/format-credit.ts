/** Labels of store credit entries. */

export interface CreditEntry {
  readonly kind: string;
  readonly note: string;
  /** Negative for debits. */
  readonly cents: number;
  /** Order that the entry belongs to; null if none. */
  readonly orderNumber: number | null;
}

/** `Order #1000123`; `Refund of order #1000123`; `Gift card ending in 3456`; else the note. */
export function formatCreditEntry({ kind, note, cents, orderNumber }: CreditEntry, shopName: string): string {
  const order = orderNumber === null ? 'an order' : `order #${orderNumber}`;
  switch (kind) {
    case 'spend':
      return orderNumber === null ? 'An order' : `Order #${orderNumber}`;
    case 'return':
      return `Refund of ${order}`;
    case 'gift-card':
      return `Gift card ending in ${note}`;
    default:
      return note || (cents < 0 ? 'Reversed' : `Added by ${shopName}`);
  }
}
