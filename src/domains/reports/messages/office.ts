/** Text of the office's charts. */
import type { RangePreset } from '../model/date-range.ts';
import type { FunnelStep } from '../model/funnel.ts';

const count = (value: number): string => value.toLocaleString('en-AU', { maximumFractionDigits: 1 });

export const RANGE_LABELS: Readonly<Record<RangePreset, string>> = {
  '7d': '7 days',
  '28d': '28 days',
  '90d': '90 days',
  month: 'This month',
  last_month: 'Last month',
  '12m': '12 months',
};

export const FUNNEL_LABELS: Readonly<Record<FunnelStep, string>> = {
  visits: 'Visits',
  viewed: 'Looked at a wine',
  added: 'Added to the cart',
  checkouts: 'Went to the checkout',
  orders: 'Ordered',
};

export const reportMessages = {
  market: 'Market',
  range: 'Range',
  figure: 'Figure',
  ownRange: 'Choose dates',
  from: 'From',
  to: 'To',
  show: 'Show',
  rangeHint: 'At most 366 days',
  rangeInvalid: 'Choose a first day that is not after the last one, and at most 366 days.',
  count,
  chart: 'Chart',
  table: 'Table',
  asTable: (title: string) => `Show ${title} as a table`,
  asChart: (title: string) => `Show ${title} as a chart`,
  csv: 'CSV',
  csvOf: (title: string) => `Download ${title} as CSV`,
  howCounted: 'How this is counted',
  loading: 'Reading figures…',
  tryAgain: 'Try again',
  sales: 'Revenue and orders by day',
  revenue: 'Revenue',
  orders: 'Orders',
  refunds: 'Refunds',
  refundsOf: (amount: string) => `after ${amount} of refunds`,
  day: 'Day',
  usual: 'Same weekday before',
  usualRevenue: 'Usual revenue',
  usualOrders: 'Usual orders',
  todaySoFar: (time: string) => `Today until ${time}`,
  moreThanUsual: (percent: number) => `${count(percent)} % more than usual`,
  lessThanUsual: (percent: number) => `${count(percent)} % less than usual`,
  asUsual: 'As usual',
  noUsual: 'Nothing to compare with yet',
  salesEmptyTitle: 'No orders in these days',
  salesEmptyText: 'Revenue appears here with the first order. Choose other dates to look further back.',
  salesLabel: (range: string, revenue: string, orders: number) =>
    `Chart of ${range}: revenue ${revenue}, ${count(orders)} ${orders === 1 ? 'order' : 'orders'}. The table has each day.`,
  salesDefinition: (zone: string, currency: string) => [
    `Revenue is what cards were charged for the orders of a day, tax and delivery included, in ${currency}. What went back to cards that day is taken off: refunds when the gateway confirmed them, lost disputes when the bank decided. A day with more refunds than sales is below zero.`,
    'Payments with gift cards and store credit are no new revenue: a gift card counts on the day it is sold. The order counts either way.',
    'Orders are those placed that day, cancelled ones included. Drafts and orders that were never paid don’t count.',
    'Usual is the average of the same weekday in the four weeks before. Today is compared with those days until the same time.',
    `Days begin and end at midnight in ${zone}, also when clocks change.`,
  ],
  hours: 'Orders by hour',
  hour: 'Hour',
  hourOf: (hour: number) => `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'am' : 'pm'}`,
  hoursEmptyTitle: 'No orders in these days',
  hoursEmptyText: 'When the first orders come in, you see here at which hours people buy.',
  hoursLabel: (hour: string, orders: string) =>
    `Chart of orders by hour. Most orders, ${orders}, came from ${hour}. The table has each hour.`,
  hoursDefinition: (zone: string) => [
    `All orders placed in the chosen days, by the hour on the clock in ${zone}. On the night when clocks go back, two hours share a bar.`,
  ],
  funnel: 'From visit to order',
  step: 'Step',
  share: 'Of visits',
  ofVisits: (percent: string) => `${percent} of visits`,
  lost: (percent: string) => `${percent} go on`,
  funnelEmptyTitle: 'No visits counted in these days',
  funnelEmptyText:
    'Visits are counted where visitors allow analytics. A new shop has its first figures within five minutes of the first visit.',
  funnelDefinition: (zone: string) => [
    'A visit is one browser on one day. Only visitors who allow analytics are counted, and no bots, so there are more orders in the chart of orders than here.',
    'A visit counts for a step if it did that or a later one on that day. It ordered if the cart that it took to the checkout became an order.',
    `Days are those of ${zone}. Figures are counted every five minutes; visits that were offline arrive up to seven days late.`,
  ],
  countedAt: (when: string) => `Counted ${when}`,
  searches: 'Searches that found nothing',
  search: 'Search',
  times: 'Times',
  last: 'Last',
  searchesEmptyTitle: 'Every search found something',
  searchesEmptyText: 'Words that people search for and you don’t have appear here. They are worth a synonym or a new wine.',
  searchesDefinition: (zone: string) => [
    'Searches in the search box that found no wine the visitor may buy, by visitors who allow analytics. Capital letters and spaces don’t matter.',
    `The fifty most frequent in the chosen days, in ${zone}.`,
  ],
  total: 'Total',
} as const;
