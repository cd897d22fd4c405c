/** What staff do to store credit and gift cards from the command line; every step is an entry of a ledger. */
import { randomUUID } from 'node:crypto';
import { customerByEmail } from '#domains/customers/identity/server/customers.ts';
import { formatCode, normaliseCode } from '#domains/selling/gift-cards/model/code.ts';
import { enteredGiftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import {
  findGiftCard,
  type GiftCard,
  giftCardAccount,
  giftCardIssuedFrom,
  issueGiftCard,
  voidGiftCard,
} from '#domains/selling/gift-cards/server/gift-cards.ts';
import { type CreditAccount, creditAccount, grantCredit } from '#domains/selling/store-credit/server/credit.ts';
import { formatMoney, toDecimal } from '#lib/money.ts';
import { availableCents, balanceOf, entriesOf, lockAccounts } from '#lib/server/ledger.ts';
import { MARKETS, type Market, marketFacts } from '#markets/market.ts';
import { actorOf, type Command, type CommandRun, enumOption, keyOption, stringOption, textOption, UsageError } from './options.ts';
import { parseAmount } from './order-commands.ts';
import { textTable } from './text-table.ts';

/** More than this is a slip of the finger. */
const MAX_AMOUNT_CENTS = 500_000;

const money = (market: Market, cents: number): string => formatMoney(cents, marketFacts(market).locale, marketFacts(market).currency);
const marketOf = (run: CommandRun): Market => enumOption(run, 'market', MARKETS) ?? 'AU';

function amountOf(run: CommandRun): number {
  const text = textOption(run, 'amount');
  if (text === null) throw new UsageError('Say how much: --amount 20.00.');
  const cents = parseAmount(text);
  if (cents > MAX_AMOUNT_CENTS) throw new UsageError(`--amount is '${text}'; ${toDecimal(MAX_AMOUNT_CENTS)} is the most at once.`);
  return cents;
}

async function ownerOf(run: CommandRun): Promise<CreditAccount> {
  const [email] = run.files;
  if (email === undefined) throw new UsageError('Say whose credit: the e-mail of their account.');
  const customer = await customerByEmail(run.database, email);
  if (!customer) throw new UsageError(`There is no account with the e-mail '${email}'.`);
  return { customerId: customer.id, market: marketOf(run) };
}

async function cardOf(run: CommandRun): Promise<GiftCard> {
  const [typed] = run.files;
  if (typed === undefined) throw new UsageError('Say which gift card: its code.');
  const code = normaliseCode(typed);
  const card = code === null ? null : await findGiftCard(run.database, code, marketOf(run));
  if (!card) throw new UsageError(`There is no gift card '${typed}' in ${marketOf(run)}.`);
  return card;
}

/** An account with everything recorded of it. */
async function showAccount(run: CommandRun, market: Market, account: string, heading: string): Promise<number> {
  const { cents, heldCents } = await balanceOf(run.database, account);
  const entries = await entriesOf(run.database, account);
  if (run.options.json) {
    const rows = entries.map(({ cents: amount, ...entry }) => ({ ...entry, amount: toDecimal(amount) }));
    run.writeStdout(JSON.stringify({ market, balance: toDecimal(cents), held: toDecimal(heldCents), entries: rows }, null, 2));
    return 0;
  }
  run.writeStdout(
    `${heading}: ${money(market, cents)}${heldCents > 0 ? `, of which orders in progress hold ${money(market, heldCents)}` : ''}`,
  );
  if (entries.length > 0)
    run.writeStdout(
      textTable(
        ['when', 'what', 'amount', 'why'],
        entries.map(({ at, kind, cents: amount, note }) => [
          `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
          kind,
          money(market, amount),
          note,
        ]),
      ),
    );
  return 0;
}

async function grant(run: CommandRun): Promise<number> {
  const owner = await ownerOf(run);
  const cents = amountOf(run);
  const source = `staff:${keyOption(run)}`;
  const note = stringOption(run, 'note', 200) ?? `Given by ${actorOf(run)}`;
  const isNew = await run.database.transaction((transaction) => grantCredit(transaction, owner, { cents, source, note }));
  run.log(isNew ? `${money(owner.market, cents)} granted.` : 'That key was granted before; nothing was added.');
  return showAccount(run, owner.market, creditAccount(owner), `Credit of customer ${owner.customerId} in ${owner.market}`);
}

/** What of a gift card's details an option is called. */
const GIFT_OPTIONS: Readonly<Record<string, string>> = {
  recipientEmail: '--to',
  recipientName: '--name',
  senderName: '--from',
  message: '--message',
};

async function issue(run: CommandRun): Promise<number> {
  const cents = amountOf(run);
  const market = marketOf(run);
  const details = enteredGiftDetails.safeParse({
    recipientEmail: textOption(run, 'to') ?? '',
    recipientName: textOption(run, 'name') ?? '',
    senderName: textOption(run, 'from') ?? '',
    message: textOption(run, 'message') ?? '',
  });
  if (!details.success)
    throw new UsageError(details.error.issues.map(({ path, message }) => `${GIFT_OPTIONS[path.join('.')]}: ${message}`).join('\n'));
  const source = `staff:gift-card:${keyOption(run)}`;
  const { code, isNew, card } = await run.database.transaction(async (transaction) => {
    const earlier = await giftCardIssuedFrom(transaction, source);
    if (earlier) return { code: earlier.code, isNew: false, card: earlier };
    const issued = await issueGiftCard(transaction, { market, cents, bought: null, details: details.data, sendAt: null, source });
    return { code: issued ?? '', isNew: true, card: { market, initialCents: cents } };
  });
  run.writeStdout(formatCode(code));
  const mailed = details.data.recipientEmail === '' ? '' : ', mailed within a minute';
  const worth = `A gift card of ${money(card.market, card.initialCents)} in ${card.market}`;
  run.log(isNew ? `${worth}${mailed}.` : `That key made this one before: ${worth.toLowerCase()}. Nothing was added.`);
  return 0;
}

async function voidCard(run: CommandRun): Promise<number> {
  const card = await cardOf(run);
  const account = giftCardAccount(card.id);
  const note = `Taken back by ${actorOf(run)}`;
  const taken = await run.database.transaction(async (transaction) => {
    await lockAccounts(transaction, [account]);
    const cents = await availableCents(transaction, account);
    if (cents > 0) await voidGiftCard(transaction, card.id, { cents, source: `staff:void:${card.id}:${randomUUID()}`, note });
    return cents;
  });
  run.log(taken > 0 ? `${money(card.market, taken)} taken back.` : 'Nothing is left on it that could be taken back.');
  return showAccount(run, card.market, account, `Gift card ${formatCode(card.code)}`);
}

const COMMON_OPTIONS = { market: { type: 'string' }, json: { type: 'boolean' } } as const;
const ACTOR_OPTIONS = { ...COMMON_OPTIONS, by: { type: 'string' } } as const;

export const LEDGER_COMMANDS: Readonly<Record<string, Command>> = {
  'credit grant': {
    usage: 'EMAIL --amount 20.00 [--market AU|SG] [--note TEXT] [--key KEY] [--by NAME]',
    summary: 'Give a customer store credit; they read the note. The same --key twice is one grant.',
    options: { ...ACTOR_OPTIONS, amount: { type: 'string' }, note: { type: 'string' }, key: { type: 'string' } },
    run: grant,
  },
  'credit show': {
    usage: 'EMAIL [--market AU|SG] [--json]',
    summary: "A customer's store credit: the balance and every entry.",
    options: COMMON_OPTIONS,
    run: async (run) => {
      const owner = await ownerOf(run);
      return showAccount(run, owner.market, creditAccount(owner), `Credit of customer ${owner.customerId} in ${owner.market}`);
    },
  },
  'gift-card issue': {
    usage: '--amount 50.00 [--market AU|SG] [--to EMAIL] [--name NAME] [--from NAME] [--message TEXT] [--key KEY]',
    summary:
      'Make a gift card that nobody paid for and print its code; with --to a running shop mails it. The same --key twice is one card.',
    options: {
      market: { type: 'string' },
      amount: { type: 'string' },
      to: { type: 'string' },
      name: { type: 'string' },
      from: { type: 'string' },
      message: { type: 'string' },
      key: { type: 'string' },
    },
    run: issue,
  },
  'gift-card show': {
    usage: 'CODE [--market AU|SG] [--json]',
    summary: 'A gift card: its balance and every entry.',
    options: COMMON_OPTIONS,
    run: async (run) => {
      const card = await cardOf(run);
      const until = `${card.isExpired ? 'expired' : 'good until'} ${card.expiresAt.toISOString().slice(0, 10)}`;
      return showAccount(run, card.market, giftCardAccount(card.id), `Gift card ${formatCode(card.code)}, ${until}`);
    },
  },
  'gift-card void': {
    usage: 'CODE [--market AU|SG] [--by NAME] [--json]',
    summary: 'Take everything off a gift card, lost or given by mistake. What was spent stays spent; cards of orders are refunded instead.',
    options: ACTOR_OPTIONS,
    run: voidCard,
  },
};
