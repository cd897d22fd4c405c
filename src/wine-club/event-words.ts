/** What happened to a membership, as its member reads it. `data` is what the log keeps of the event. */
import { type Market, marketFacts } from '../market/market.ts';
import { formatMoney } from '../platform/money.ts';
import { dayWords } from './day-words.ts';
import type { MEMBERSHIP_EVENTS, StandingReason } from './membership.ts';
import { REASON_WORDS } from './messages.ts';

type Data = Readonly<Record<string, unknown>>;
type Words = (data: Data, market: Market) => string;

const day = (market: Market, value: unknown): string => (typeof value === 'string' ? dayWords(market, value) : '');
const amount = (market: Market, cents: unknown): string =>
  typeof cents === 'number' ? formatMoney(cents, marketFacts(market).locale, marketFacts(market).currency) : '';
const reason = (value: unknown): string => REASON_WORDS[value as StandingReason] ?? '';

const WORDS: Readonly<Record<(typeof MEMBERSHIP_EVENTS)[number], Words>> = {
  begun: () => 'You chose a club.',
  joined: () => 'You became a member.',
  reminded: ({ on, totalCents }, market) => `We wrote that ${amount(market, totalCents)} would be charged on ${day(market, on)}.`,
  delivered: ({ number, totalCents }, market) =>
    typeof number === 'number' ? `${amount(market, totalCents)} charged, order #${number}.` : `${amount(market, totalCents)} charged.`,
  card_failed: () => 'Your card was refused.',
  sold_out: () => 'The case had sold out.',
  missed: () => 'A delivery was left out because the case had sold out.',
  skipped: ({ on }, market) => `You skipped the delivery of ${day(market, on)}.`,
  paused: ({ reason: why }) => (why === 'member' ? 'You paused.' : `Paused. ${reason(why)}`),
  resumed: ({ on }, market) => `You resumed. The next delivery was set for ${day(market, on)}.`,
  swapped: ({ variant, frequency }) => `You changed to ${variant}, ${String(frequency).toLowerCase()}.`,
  card_changed: ({ card }) => `You changed the card to ${card}.`,
  address_changed: ({ suburb, postcode }) => `You changed the address to ${[suburb, postcode].filter(Boolean).join(' ')}.`,
  cancelled: ({ reason: why }) => (why === 'member' ? 'You cancelled.' : `Ended. ${reason(why)}`),
};

/** One sentence. */
export const eventWords = (event: (typeof MEMBERSHIP_EVENTS)[number], data: Data, market: Market): string => WORDS[event](data, market);
