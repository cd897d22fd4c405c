/** Finds customers for the command palette, by name, email address or phone number. */
import { customerListMessages, KIND_LABELS, TIER_LABELS } from '#domains/customers/account/messages/office.ts';
import type { PaletteSource } from '#ui/office/CommandPalette.tsx';
import { customerCalls } from './customer-calls.ts';

const SHOWN_CUSTOMERS = 5;

export const findCustomers =
  (open: (path: string) => void): PaletteSource =>
  async (query) => {
    const found = await customerCalls.customers({ q: query, limit: SHOWN_CUSTOMERS });
    if (!found.ok) return [];
    return found.value.rows.map((row) => ({
      id: `customer:${row.id}`,
      label: customerListMessages.rowName(row.name, row.email),
      detail: `${row.email} · ${row.tier === null ? KIND_LABELS.guest : TIER_LABELS[row.tier]} · ${row.market}`,
      icon: 'customers',
      keywords: query,
      run: () => open(`/customers/${row.key}?market=${row.market}`),
    }));
  };
