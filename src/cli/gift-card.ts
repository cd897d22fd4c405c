/** `gift-card …`: gift cards that staff issue, look up or void. */
import { randomUUID } from 'node:crypto';
import { type Command, Option } from 'commander';
import { formatCode, normaliseCode } from '#domains/selling/gift-cards/model/code.ts';
import { enteredGiftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import {
  findGiftCard,
  type GiftCard,
  giftCardAccount,
  giftCardIssuedFrom,
  issueGiftCard,
  voidGiftCard,
} from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { availableCents, lockAccounts } from '#lib/server/ledger.repository.ts';
import {
  type Actions,
  actorOptions,
  type CommandRun,
  formatCents,
  jsonOption,
  keyOptions,
  marketOption,
  readActor,
  readIdempotencyKey,
  readMarket,
  textOption,
  UsageError,
  withOptions,
} from './command.ts';
import { readAmount, showAccount } from './credit.ts';

/** Options by the detail of a gift card that they set. */
const DETAIL_OPTIONS: Readonly<Record<string, string>> = {
  recipientEmail: '--to',
  recipientName: '--name',
  senderName: '--from',
  message: '--message',
};

async function readCard(run: CommandRun): Promise<GiftCard> {
  const [text = ''] = run.args;
  const code = normaliseCode(text);
  const card = code === null ? null : await findGiftCard(run.database, code, readMarket(run));
  if (!card) throw new UsageError(`Gift card not found in ${readMarket(run)}: ${text}.`);
  return card;
}

async function issue(run: CommandRun): Promise<number> {
  const cents = readAmount(run);
  const market = readMarket(run);
  const details = enteredGiftDetails.safeParse({
    recipientEmail: textOption(run, 'to') ?? '',
    recipientName: textOption(run, 'name') ?? '',
    senderName: textOption(run, 'from') ?? '',
    message: textOption(run, 'message') ?? '',
  });
  if (!details.success)
    throw new UsageError(details.error.issues.map(({ path, message }) => `${DETAIL_OPTIONS[path.join('.')]}: ${message}`).join('\n'));
  const source = `staff:gift-card:${readIdempotencyKey(run)}`;
  const { code, isNew, card } = await run.database.transaction(async (transaction) => {
    const earlier = await giftCardIssuedFrom(transaction, source);
    if (earlier) return { code: earlier.code, isNew: false, card: earlier };
    const issued = await issueGiftCard(transaction, { market, cents, bought: null, details: details.data, sendAt: null, source });
    return { code: issued ?? '', isNew: true, card: { market, initialCents: cents } };
  });
  run.writeStdout(formatCode(code));
  const emailed = details.data.recipientEmail === '' ? '' : ', emailed within a minute';
  const worth = `gift card of ${formatCents(card.market, card.initialCents)} in ${card.market}`;
  run.log(isNew ? `Issued a ${worth}${emailed}.` : `That --idempotency-key has already issued this ${worth}. No card was added.`);
  return 0;
}

async function show(run: CommandRun): Promise<number> {
  const card = await readCard(run);
  const until = `${card.isExpired ? 'expired' : 'valid until'} ${card.expiresAt.toISOString().slice(0, 10)}`;
  return showAccount(run, card.market, giftCardAccount(card.id), `Gift card ${formatCode(card.code)}, ${until}`);
}

async function voidCard(run: CommandRun): Promise<number> {
  const card = await readCard(run);
  const account = giftCardAccount(card.id);
  const note = `Voided by ${readActor(run)}`;
  const voidedCents = await run.database.transaction(async (transaction) => {
    await lockAccounts(transaction, [account]);
    const cents = await availableCents(transaction, account);
    if (cents > 0) await voidGiftCard(transaction, card.id, { cents, source: `staff:void:${card.id}:${randomUUID()}`, note });
    return cents;
  });
  run.log(voidedCents > 0 ? `${formatCents(card.market, voidedCents)} voided.` : 'The card has no balance left to void.');
  return showAccount(run, card.market, account, `Gift card ${formatCode(card.code)}`);
}

export function addGiftCardCommands(program: Command, { change, read }: Actions): void {
  const giftCard = program.command('gift-card').description('Gift cards');
  withOptions(
    giftCard
      .command('issue')
      .description(
        'Issue a free gift card and print its code. With --to, a running shop emails it. Using the same --idempotency-key twice issues one card.',
      ),
    new Option('--amount <amount>', 'such as 50.00'),
    marketOption(),
    new Option('--to <email>', 'recipient'),
    new Option('--name <name>', 'name of the recipient'),
    new Option('--from <name>', 'name of the sender'),
    new Option('--message <text>', 'message to the recipient'),
    ...keyOptions(),
  ).action(change(issue));
  withOptions(
    giftCard.command('show').argument('<code>').description('Show a gift card: its balance and every entry.'),
    marketOption(),
    jsonOption(),
  ).action(read(show));
  withOptions(
    giftCard
      .command('void')
      .argument('<code>')
      .description(
        'Void a gift card that was lost or issued by mistake. Anything already spent stays spent. To reverse a card a customer bought, refund the order.',
      ),
    marketOption(),
    ...actorOptions(),
    jsonOption(),
  ).action(change(voidCard));
}
