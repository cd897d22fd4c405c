/** Formats the dates of an order by their instants. Runs on the server, so that the browser shows the same dates. */
import { formatDate } from '#markets/market-day.ts';
import type { OrderView } from '../contract.ts';

/** Formatted dates, such as `21 November 2026`, by ISO instant. */
export type OrderDays = Readonly<Record<string, string>>;

export const orderDays = ({ market, placedAt, timeline, shipments, refunds }: Omit<OrderView, 'id'>): OrderDays =>
  Object.fromEntries(
    [placedAt, ...[...timeline, ...shipments, ...refunds].map(({ at }) => at)].map((at) => [at, formatDate(market, new Date(at))]),
  );
