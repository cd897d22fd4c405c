/** Commands `loyalty …`: loyalty programme membership, and codes of tiers. If a market has a CRM, the CRM decides eligibility. */
import { type Command, Option } from 'commander';
import { TIERS } from '#domains/customers/identity/model/tiers.ts';
import { customerByEmail } from '#domains/customers/identity/server/customer.repository.ts';
import { setLoyaltyExclusion } from '#domains/customers/loyalty/server/loyalty.repository.ts';
import { LOYALTY_CODES, tierCode } from '#domains/customers/loyalty/server/tier-code.ts';
import { crmMarkets } from '#domains/outbound/crm/server/hubspot.ts';
import { textFields } from '#domains/staff/model/logged-facts.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import {
  type Actions,
  actorOptions,
  type CommandRun,
  commandActor,
  marketOption,
  readActor,
  readMarket,
  storableOption,
  UsageError,
  withOptions,
} from './command.ts';

async function setExcluded(run: CommandRun, isExcluded: boolean): Promise<number> {
  const [email = ''] = run.args;
  const market = readMarket(run);
  if (crmMarkets(run.config).includes(market))
    throw new UsageError(`The CRM decides who takes part in ${market}: set loyalty_eligible_for_loyalty of the contact there.`);
  const customer = await customerByEmail(run.database, email);
  if (!customer) throw new UsageError(`No account has the email '${email}'.`);
  const reason = storableOption(run, 'reason', 120);
  if (isExcluded && !reason) throw new UsageError('Give a reason: --reason TEXT. It is kept with who excluded the customer.');
  await run.database.transaction(async (transaction) => {
    await setLoyaltyExclusion(transaction, customer.id, market, isExcluded ? `${readActor(run)}: ${reason}` : null);
    await recordActivity(transaction, commandActor(run), {
      action: isExcluded ? 'customer.loyalty_excluded' : 'customer.loyalty_included',
      subject: { kind: 'customer', id: customer.id },
      market,
      after: textFields({ reason }),
    });
  });
  run.log(`${customer.email} ${isExcluded ? 'no longer takes part' : 'takes part'} in the loyalty program of ${market}.`);
  return 0;
}

async function printTierCode({ database, args, writeStdout }: CommandRun): Promise<number> {
  const tier = TIERS.find((each) => each === args[0]?.toUpperCase());
  if (!tier) throw new UsageError(`Give a tier: ${TIERS.join(', ')}.`);
  writeStdout(tierCode(await sharedSecret(database, LOYALTY_CODES), tier));
  return 0;
}

export function addLoyaltyCommands(program: Command, { change, read }: Actions): void {
  const loyalty = program.command('loyalty').description('The loyalty program');
  const forCustomer = (name: string, description: string): Command =>
    withOptions(
      loyalty.command(name).argument('<email>', 'email of the account').description(description),
      marketOption(),
      ...actorOptions(),
    );

  withOptions(
    forCustomer('exclude', 'Exclude a customer from the loyalty program: no coupons, no tier by spending. Only if the market has no CRM.'),
    new Option('--reason <text>', 'why, for the log'),
  ).action(change(['customer.loyalty_excluded'], (run) => setExcluded(run, true)));
  forCustomer('include', 'Let an excluded customer take part again. Orders placed since then count.').action(
    change(['customer.loyalty_included'], (run) => setExcluded(run, false)),
  );
  loyalty
    .command('code')
    .argument('<tier>', TIERS.join(', '))
    .description(
      'Print the code for links like /tier-offers?code=… in an email to a tier. It changes the page’s wording, never which offers it shows.',
    )
    .action(read(printTierCode));
}
