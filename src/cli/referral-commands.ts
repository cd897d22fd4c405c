/** What staff see and decide of referral credit that is held for review. */

import { REFERRAL_CREDIT } from '#domains/customers/referrals/model/referral.ts';
import { heldReferrals, reviewReferral } from '#domains/customers/referrals/server/process-referrals.ts';
import { formatMoney, toDecimal } from '#lib/money.ts';
import { startJobs } from '#lib/server/jobs.ts';
import { MARKETS, type Market, marketFacts } from '#markets/market.ts';
import { friendOrdered } from '#server/loyalty-jobs.ts';
import { JOB_NAMES } from '#server/scheduler.ts';
import { actorOf, type Command, type CommandRun, enumOption, UsageError } from './options.ts';
import { textTable } from './text-table.ts';

const REASONS = { same_address: 'same address', same_card: 'same card' } as const;

const money = (market: Market, cents: number): string => formatMoney(cents, marketFacts(market).locale, marketFacts(market).currency);

async function list(run: CommandRun): Promise<number> {
  const held = await heldReferrals(run.database);
  if (run.options.json) {
    run.writeStdout(
      JSON.stringify(
        held.map(({ cents, ...row }) => ({ ...row, amount: toDecimal(cents) })),
        null,
        2,
      ),
    );
    return 0;
  }
  if (held.length === 0) run.log('No referral credit is held for review.');
  else
    run.writeStdout(
      textTable(
        ['order', 'held since', 'why', 'credit', 'for', 'friend'],
        held.map((row) => [
          `${row.market} #${row.number}`,
          row.at.toISOString().slice(0, 10),
          REASONS[row.reason],
          money(row.market, row.cents),
          `${row.referrerEmail} (customer ${row.referrerId})`,
          row.friendEmail,
        ]),
      ),
    );
  return 0;
}

async function decide(run: CommandRun, approve: boolean): Promise<number> {
  const [given = ''] = run.files;
  if (!/^\d{1,9}$/.test(given)) throw new UsageError('Say which friend’s order: its order number, as `referral list` shows it.');
  const market = enumOption(run, 'market', MARKETS) ?? 'AU';
  const actor = actorOf(run);
  const jobs = await startJobs(run.database, JOB_NAMES, (error) => run.log(`Jobs: ${error.message}`));
  try {
    const review = { market, number: Number(given), approve, actor };
    const isDone = await reviewReferral(run.database, review, friendOrdered(run.config, jobs));
    const amount = money(market, REFERRAL_CREDIT[market] * 100);
    if (!isDone) run.log(`No credit is held for order #${given} in ${market}.`);
    else run.log(approve ? `${amount} credited; the referrer gets a mail.` : `Declined: ${amount} is not credited.`);
    return isDone ? 0 : 1;
  } finally {
    await jobs.stop();
  }
}

const DECIDING = { market: { type: 'string' }, by: { type: 'string' } } as const;

export const REFERRAL_COMMANDS: Readonly<Record<string, Command>> = {
  'referral list': {
    usage: '[--json]',
    summary: 'Referral credit held for review: the friend’s order shares its card or its address with the referrer or an earlier friend.',
    options: { json: { type: 'boolean' } },
    run: list,
  },
  'referral approve': {
    usage: 'ORDER [--market AU|SG] [--by NAME]',
    summary: 'Credit the referrer of a friend’s order that was held, and tell them by mail.',
    options: DECIDING,
    run: (run) => decide(run, true),
  },
  'referral decline': {
    usage: 'ORDER [--market AU|SG] [--by NAME]',
    summary: 'Give nothing for a friend’s order that was held.',
    options: DECIDING,
    run: (run) => decide(run, false),
  },
};
