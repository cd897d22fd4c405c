/** Formats the events of a membership for its member. `data` is the logged data of the event. */

import { formatMoney } from '#lib/money.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { formatDay } from '#markets/market-day.ts';
import { REASON_LABELS } from '../messages.ts';
import type { MembershipEvent, StatusReason } from './membership.ts';

type Data = Readonly<Record<string, unknown>>;
type FormatEvent = (data: Data, market: Market) => string;

const day = (market: Market, value: unknown): string => (typeof value === 'string' ? formatDay(market, value) : '');
const amount = (market: Market, cents: unknown): string =>
  typeof cents === 'number' ? formatMoney(cents, getMarketConfig(market).locale, getMarketConfig(market).currency) : '';
/** Returns who acted. Staff act on request and are not named here. */
const who = ({ by }: Data): string => (by === undefined ? 'You' : 'We');
const reason = (value: unknown): string => REASON_LABELS[value as StatusReason] ?? '';

const FORMATTERS: Readonly<Record<MembershipEvent, FormatEvent>> = {
  begun: () => 'You chose a club.',
  joined: () => 'You became a member.',
  reminded: ({ on, totalCents }, market) => `We emailed you that ${amount(market, totalCents)} would be charged on ${day(market, on)}.`,
  delivered: ({ number, totalCents }, market) =>
    typeof number === 'number' ? `${amount(market, totalCents)} charged, order #${number}.` : `${amount(market, totalCents)} charged.`,
  card_failed: () => 'Your card was declined.',
  sold_out: () => 'The case had sold out.',
  missed: () => 'A delivery was skipped because the case was sold out.',
  skipped: (data, market) => `${who(data)} skipped the delivery of ${day(market, data.on)}.`,
  unskipped: (data, market) => `${who(data)} undid a skip: your case is due on ${day(market, data.on)}.`,
  paused: (data) => (data.reason === 'member' ? `${who(data)} paused the deliveries.` : `Paused. ${reason(data.reason)}`),
  resumed: (data, market) => `${who(data)} resumed the deliveries. The next one was set for ${day(market, data.on)}.`,
  swapped: (data) => `${who(data)} changed to ${data.variant}, ${String(data.frequency).toLowerCase()}.`,
  card_changed: (data) => `${who(data)} changed the card to ${data.card}.`,
  address_changed: (data) => `${who(data)} changed the address to ${[data.suburb, data.postcode].filter(Boolean).join(' ')}.`,
  cancelled: (data) => (data.reason === 'member' ? `${who(data)} cancelled the membership.` : `Ended. ${reason(data.reason)}`),
};

/** Formats an event as one sentence. */
export const formatEvent = (event: MembershipEvent, data: Data, market: Market): string => FORMATTERS[event](data, market);
