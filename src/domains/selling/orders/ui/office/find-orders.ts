/** Finds orders for the command palette, by number, name or email address. */
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { orderListMessages, STATUS_LABELS } from '#domains/selling/orders/messages/office.ts';
import type { PaletteSource } from '#ui/office/CommandPalette.tsx';
import { orderCalls } from './order-calls.ts';

const SHOWN_ORDERS = 6;

export const findOrders =
  (open: (path: string) => void): PaletteSource =>
  async (query) => {
    const found = await orderCalls.orders({ q: query, limit: SHOWN_ORDERS });
    if (!found.ok) return [];
    return found.value.rows.map((row) => ({
      id: `order:${row.id}`,
      label: `${orderListMessages.number(row.number)} ${row.name || row.email}`,
      detail: `${formatMoneyIn(row.market, row.total)} · ${STATUS_LABELS[row.status]}`,
      icon: 'orders',
      keywords: query,
      run: () => open(`/orders/${row.id}`),
    }));
  };
