/** What staff do about who takes part in the loyalty programme. Where a market has a CRM, the CRM decides and these refuse. */

import { customerByEmail } from '#domains/customers/identity/server/customers.ts';
import { crmMarkets } from '#domains/outbound/crm/server/hubspot.ts';
import { MARKETS } from '#markets/market.ts';
import { actorOf, type Command, type CommandRun, enumOption, stringOption, UsageError } from './options.ts';

async function setExcluded(run: CommandRun, isExcluded: boolean): Promise<number> {
  const [email] = run.files;
  if (email === undefined) throw new UsageError('Give the email of the account.');
  const market = enumOption(run, 'market', MARKETS) ?? 'AU';
  if (crmMarkets(run.config).includes(market))
    throw new UsageError(`The CRM decides who takes part in ${market}: set loyalty_eligible_for_loyalty of the contact there.`);
  const customer = await customerByEmail(run.database, email);
  if (!customer) throw new UsageError(`No account has the email '${email}'.`);
  const reason = stringOption(run, 'reason', 120);
  if (isExcluded && !reason) throw new UsageError('Give a reason: --reason TEXT. It is kept with who excluded the customer.');
  await run.database.execute({
    text: `insert into customer_markets (customer_id, market, loyalty_excluded, loyalty_note) values ($1, $2, $3, $4)
      on conflict (customer_id, market) do update set loyalty_excluded = excluded.loyalty_excluded, loyalty_note = excluded.loyalty_note,
        crm_eligible = null`,
    values: [customer.id, market, isExcluded, isExcluded ? `${actorOf(run)}: ${reason}` : ''],
  });
  run.log(`${customer.email} ${isExcluded ? 'no longer takes part' : 'takes part'} in the loyalty program of ${market}.`);
  return 0;
}

const options = { market: { type: 'string' }, by: { type: 'string' } } as const;

export const LOYALTY_COMMANDS: Readonly<Record<string, Command>> = {
  'loyalty exclude': {
    usage: 'EMAIL --reason TEXT [--market AU|SG] [--by NAME]',
    summary: 'Take a customer out of the loyalty program: no coupons, no tier by spending. Only where the market has no CRM.',
    options: { ...options, reason: { type: 'string' } },
    run: (run) => setExcluded(run, true),
  },
  'loyalty include': {
    usage: 'EMAIL [--market AU|SG] [--by NAME]',
    summary: 'Let an excluded customer take part again; orders placed since count.',
    options,
    run: (run) => setExcluded(run, false),
  },
};
