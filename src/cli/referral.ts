/** `referral …`: referral credit that is on hold for review. */
import type { Command } from 'commander';
import { reviewReferral } from '#domains/customers/referrals/server/process-referrals.ts';
import { listReferralsToReview } from '#domains/customers/referrals/server/referral.repository.ts';
import { queueCreditEmail } from '#domains/customers/referrals/server/referral-emails.ts';
import { liveConfig } from '#domains/settings/server/effective-config.ts';
import { mailTextReader } from '#domains/settings/server/mail-texts.ts';
import { toDecimal } from '#lib/money.ts';
import {
  type Actions,
  actorOptions,
  type CommandRun,
  commandActor,
  formatCents,
  isSet,
  jsonOption,
  marketOption,
  printJson,
  readMarket,
  UsageError,
  withJobs,
  withOptions,
  withSettings,
} from './command.ts';
import { textTable } from './text-table.ts';

const REASONS = { same_address: 'same address', same_card: 'same card' } as const;

async function list(run: CommandRun): Promise<number> {
  const held = await listReferralsToReview(run.database);
  if (isSet(run, 'json')) {
    printJson(
      run,
      held.map(({ cents, ...row }) => ({ ...row, amount: toDecimal(cents) })),
    );
    return 0;
  }
  if (held.length === 0) run.log('No referral credit is on hold.');
  else
    run.writeStdout(
      textTable(
        ['order', 'on hold since', 'why', 'credit', 'for', 'friend'],
        held.map((row) => [
          `${row.market} #${row.number}`,
          row.at.toISOString().slice(0, 10),
          REASONS[row.reason],
          formatCents(row.market, row.cents),
          `${row.referrerEmail} (customer ${row.referrerId})`,
          row.friendEmail,
        ]),
      ),
    );
  return 0;
}

async function decide(run: CommandRun, approve: boolean): Promise<number> {
  const [number = ''] = run.args;
  if (!/^\d{1,9}$/.test(number)) throw new UsageError('Give the number of the friend’s order, as `referral list` shows it.');
  const market = readMarket(run);
  const review = { market, number: Number(number), approve, actor: commandActor(run) };
  const cents = await withSettings(run, (settings) => {
    const config = liveConfig(run.config, settings);
    return withJobs(run, (jobs) => reviewReferral(run.database, review, queueCreditEmail(config, mailTextReader(settings, config), jobs)));
  });
  if (cents === null) {
    run.log(`No credit is on hold for order #${number} in ${market}.`);
    return 1;
  }
  const amount = formatCents(market, cents);
  run.log(approve ? `${amount} credited. The referrer gets an email.` : `Declined. ${amount} is not credited.`);
  return 0;
}

export function addReferralCommands(program: Command, { change, read }: Actions): void {
  const referral = program.command('referral').description('Referral credit on hold for review');
  const decision = (name: string, description: string): Command =>
    withOptions(
      referral.command(name).argument('<number>', 'order number of the friend').description(description),
      marketOption(),
      ...actorOptions(),
    );

  withOptions(
    referral
      .command('list')
      .description(
        'List referral credit on hold: the friend’s order shares its card or its address with the referrer or an earlier friend.',
      ),
    jsonOption(),
  ).action(read(list));
  decision('approve', 'Credit the referrer of a friend’s order on hold and email them.').action(
    change(['customer.referral_approved'], (run) => decide(run, true)),
  );
  decision('decline', 'Give no credit for a friend’s order on hold.').action(
    change(['customer.referral_declined'], (run) => decide(run, false)),
  );
}
