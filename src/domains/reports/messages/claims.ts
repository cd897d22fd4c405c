/** Text of the report about claims. */
import { plural } from '#lib/plural.ts';
import type { ShownGroup } from '../model/claim-report.ts';

export const claimReportMessages = {
  title: 'Claims report',
  parent: 'Claims',
  groups: { producer: 'By producer', carrier: 'By carrier', problem: 'By reason' } satisfies Record<ShownGroup, string>,
  group: 'Group',
  columns: {
    producer: 'Producer',
    carrier: 'Carrier',
    problem: 'Reason',
    claims: 'Claims',
    cases: 'Cases',
    sent: 'Cases sent',
    rate: 'Rate',
    refunded: 'Refunded',
    credited: 'Store credit',
    replaced: 'Sent again',
    cost: 'Cost',
  },
  unknown: { producer: 'No producer', carrier: 'Not sent yet', problem: 'No reason' } satisfies Record<ShownGroup, string>,
  total: 'Total',
  /** @param cases bottles count as parts of a case */
  summary: (claims: number, cases: number, rate: string | null) =>
    `${plural(claims, 'claim')} about ${plural(Math.round(cases * 100) / 100, 'case')}${rate === null ? '' : `, ${rate} of what was sent`}`,
  tableOf: (group: string) => `Claims ${group.toLowerCase()}`,
  emptyTitle: 'No claims in these days',
  emptyText: 'When buyers say that something is wrong with an order, you see here whose wines and which carriers it was about.',
  definition: (zone: string) => [
    'Claims are those that arrived in the chosen days. A claim about wines of two producers counts once for each, and once in the total.',
    'Cases are the reported bottles divided by the size of the case: one bottle of six is 0.17.',
    'Cases sent are those of all parcels of the same days, also those that were sent again. The rate is cases divided by cases sent. By reason, it is that of all cases sent.',
    'The carrier is the one that first sent the wine. Cost is refunds, store credit and what was paid for cases that were sent again, divided among the wines of a claim by what was paid for the reported bottles. Claims that wait or were declined cost nothing.',
    `Days begin and end at midnight in ${zone}.`,
  ],
} as const;
