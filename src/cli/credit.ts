/** `credit …`: store credit of customers. Every change is an entry of a ledger. */
import { type Command, Option } from 'commander';
import { customerByEmail } from '#domains/customers/identity/server/customer.repository.ts';
import { MAX_CHANGE_CENTS, MAX_REASON_LENGTH } from '#domains/selling/store-credit/model/change-limits.ts';
import { grantEach } from '#domains/selling/store-credit/server/change-credit.ts';
import { type CreditAccount, creditAccount } from '#domains/selling/store-credit/server/credit.repository.ts';
import { toDecimal } from '#lib/money.ts';
import { balanceOf, entriesOf } from '#lib/server/ledger.repository.ts';
import type { Market } from '#markets/market.ts';
import {
  type Actions,
  actorOptions,
  amountOption,
  type CommandRun,
  commandActor,
  formatCents,
  formatMinute,
  isSet,
  jsonOption,
  keyOptions,
  marketOption,
  printJson,
  readActor,
  readIdempotencyKey,
  readMarket,
  storableOption,
  textOption,
  UsageError,
  withOptions,
} from './command.ts';
import { textTable } from './text-table.ts';

/** @returns `--amount` in cents @throws UsageError if it is missing or too large */
export function readAmount(run: CommandRun): number {
  const cents = amountOption(run, 'amount');
  if (cents === null) throw new UsageError('Give an amount: --amount 20.00');
  if (cents > MAX_CHANGE_CENTS)
    throw new UsageError(`--amount is '${textOption(run, 'amount')}'. The limit is ${toDecimal(MAX_CHANGE_CENTS)} at a time.`);
  return cents;
}

/** Prints the balance of a ledger account and its entries. */
export async function showAccount(run: CommandRun, market: Market, account: string, heading: string): Promise<number> {
  const { cents, holdCents } = await balanceOf(run.database, account);
  const entries = await entriesOf(run.database, account);
  if (isSet(run, 'json')) {
    const rows = entries.map(({ cents: amount, ...entry }) => ({ ...entry, amount: toDecimal(amount) }));
    printJson(run, { market, balance: toDecimal(cents), held: toDecimal(holdCents), entries: rows });
    return 0;
  }
  const onHold = holdCents > 0 ? `, of which ${formatCents(market, holdCents)} is on hold for orders in progress` : '';
  run.writeStdout(`${heading}: ${formatCents(market, cents)}${onHold}`);
  if (entries.length > 0)
    run.writeStdout(
      textTable(
        ['when', 'what', 'amount', 'why'],
        entries.map(({ at, kind, cents: amount, note }) => [formatMinute(at), kind, formatCents(market, amount), note]),
      ),
    );
  return 0;
}

async function readOwner(run: CommandRun): Promise<CreditAccount> {
  const [email = ''] = run.args;
  const customer = await customerByEmail(run.database, email);
  if (!customer) throw new UsageError(`Account not found: ${email}.`);
  return { customerId: customer.id, market: readMarket(run) };
}

const showCredit = (run: CommandRun, owner: CreditAccount): Promise<number> =>
  showAccount(run, owner.market, creditAccount(owner), `Credit of customer ${owner.customerId} in ${owner.market}`);

async function grant(run: CommandRun): Promise<number> {
  const owner = await readOwner(run);
  const cents = readAmount(run);
  const source = `staff:${readIdempotencyKey(run)}`;
  const note = storableOption(run, 'note', MAX_REASON_LENGTH) ?? `Given by ${readActor(run)}`;
  const reason = storableOption(run, 'reason', MAX_REASON_LENGTH) ?? '';
  const granted = await run.database.transaction((transaction) =>
    grantEach(transaction, commandActor(run), { owners: [owner], cents, note, reason, sourceOf: () => source }),
  );
  const isNew = granted.some((one) => one.isNew);
  run.log(isNew ? `${formatCents(owner.market, cents)} granted.` : 'That --idempotency-key has already been used. No credit was added.');
  return showCredit(run, owner);
}

export function addCreditCommands(program: Command, { change, read }: Actions): void {
  const credit = program.command('credit').description('Store credit of customers');
  withOptions(
    credit
      .command('grant')
      .argument('<email>', 'email of the customer’s account')
      .description('Give a customer store credit. They’ll see the note. Using the same --idempotency-key twice grants it once.'),
    new Option('--amount <amount>', 'such as 20.00'),
    marketOption(),
    new Option('--note <text>', 'shown to the customer'),
    new Option('--reason <text>', 'shown to staff only'),
    ...keyOptions(),
    ...actorOptions(),
    jsonOption(),
  ).action(change(['credit.granted'], grant));
  withOptions(
    credit
      .command('show')
      .argument('<email>', 'email of the customer’s account')
      .description('Show a customer’s store credit: the balance and every entry.'),
    marketOption(),
    jsonOption(),
  ).action(read(async (run) => showCredit(run, await readOwner(run))));
}
