/** `gift-card …`: gift cards that staff issue, look up or void. */
import { randomUUID } from 'node:crypto';
import { type Command, Option } from 'commander';
import { formatCode, normaliseCode } from '#domains/selling/gift-cards/model/code.ts';
import { enteredGiftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import { issueCard, voidCard } from '#domains/selling/gift-cards/server/change-gift-card.ts';
import { findGiftCard, type GiftCard, giftCardAccount } from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { MAX_REASON_LENGTH } from '#domains/selling/store-credit/model/change-limits.ts';
import {
  type Actions,
  actorOptions,
  type CommandRun,
  commandActor,
  formatCents,
  jsonOption,
  keyOptions,
  marketOption,
  readIdempotencyKey,
  readMarket,
  storableOption,
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
  const issued = await issueCard(run.database, commandActor(run), {
    market,
    cents,
    details: details.data,
    reason: storableOption(run, 'reason', MAX_REASON_LENGTH) ?? '',
    key: readIdempotencyKey(run),
  });
  if (!issued.ok) throw new UsageError(`The card was not issued: ${issued.code}.`);
  const { card, isNew } = issued.value;
  run.writeStdout(formatCode(card.code));
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

async function voidBalance(run: CommandRun): Promise<number> {
  const card = await readCard(run);
  const voided = await voidCard(run.database, commandActor(run), {
    id: card.id,
    markets: [card.market],
    version: null,
    reason: storableOption(run, 'reason', MAX_REASON_LENGTH) ?? '',
    key: randomUUID(),
  });
  run.log(voided.ok ? `${formatCents(card.market, voided.value.cents)} voided.` : 'The card has no balance left to void.');
  return showAccount(run, card.market, giftCardAccount(card.id), `Gift card ${formatCode(card.code)}`);
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
    new Option('--reason <text>', 'shown to staff only'),
    ...keyOptions(),
    ...actorOptions(),
  ).action(change(['gift_card.issued'], issue));
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
    new Option('--reason <text>', 'shown to staff only'),
    ...actorOptions(),
    jsonOption(),
  ).action(change(['gift_card.voided'], voidBalance));
}
