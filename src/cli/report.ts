/** `report`: the funnel, searches without results, coupon use and revenue. */
import { type Command, Option } from 'commander';
import { FUNNEL_LABELS } from '#domains/reports/messages/office.ts';
import { type Actions, type CommandRun, dateOption, isSet, jsonOption, printJson, textOption, UsageError, withOptions } from './command.ts';
import { MAX_ROWS, type Report, readReport, STEPS } from './report.repository.ts';
import { textTable } from './text-table.ts';

const DAY_MS = 86_400_000;
const DAYS_SHOWN = 30;

const money = (cents: number): string => (cents / 100).toFixed(2);

function formatReport({ since, funnel, emptySearches, coupons, revenue }: Report): string {
  const part = (title: string, columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
    `${title}${rows.length === MAX_ROWS ? `, first ${MAX_ROWS}` : ''}\n\n${rows.length === 0 ? '  nothing yet' : textTable(columns, rows)}\n`;
  return [
    `Since ${since.slice(0, 16).replace('T', ' ')} UTC\n`,
    part(
      'Visits (one browser on one day, with analytics on) by furthest step, as in the office',
      ['market', ...[...STEPS, 'orders' as const].map((step) => FUNNEL_LABELS[step].toLowerCase())],
      funnel.map(({ market, steps, orders }) => [market, ...steps, orders]),
    ),
    part(
      'Searches without results',
      ['market', 'query', 'count'],
      emptySearches.map(({ market, query, times }) => [market, query, times]),
    ),
    part(
      'Coupons',
      ['market', 'coupon', 'applied', 'denied', 'why denied'],
      coupons.map((row) => [row.market, row.coupon, row.applied, row.denied, row.reasons.replaceAll('_', ' ')]),
    ),
    part(
      'Card revenue from paid orders (excluding cancelled), including tax, and what gift cards and credit paid',
      ['market', 'orders', 'currency', 'paid by card', 'refunded', 'net', 'gift cards and credit'],
      revenue.map(({ market, orders, currency, takenCents, refundedCents, balancesCents }) => [
        market,
        orders,
        currency,
        money(takenCents),
        money(refundedCents),
        money(takenCents - refundedCents),
        money(balancesCents),
      ]),
    ),
  ].join('\n');
}

async function report(run: CommandRun): Promise<number> {
  const since = dateOption(run, 'since') ?? new Date(Date.now() - DAYS_SHOWN * DAY_MS);
  if (since.getTime() > Date.now()) throw new UsageError(`--since is '${textOption(run, 'since')}', which is in the future.`);
  const totals = await readReport(run.database, since);
  if (isSet(run, 'json')) printJson(run, totals);
  else run.writeStdout(formatReport(totals));
  return 0;
}

export function addReportCommand(program: Command, { read }: Actions): void {
  withOptions(
    program
      .command('report')
      .description('Show the funnel, searches with no results, coupon use and revenue by market, for the last 30 days or since a date.'),
    new Option('--since <date>', 'such as 2026-11-01'),
    jsonOption(),
  ).action(read(report));
}
