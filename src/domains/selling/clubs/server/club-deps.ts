/** What everything that happens to memberships needs, handed in when the shop is opened. */

import { customerById } from '#domains/customers/identity/server/customer.repository.ts';
import type { CheckoutDeps } from '#domains/selling/checkout/server/checkout-deps.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { EmailContent } from '#lib/email-content.ts';
import { formatMoney } from '#lib/money.ts';
import { type Market, marketFacts } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import type { ClubEmailData } from '../model/emails.ts';
import type { ClubFrequency, ClubRecord, ClubVariant } from '../model/record.ts';
import { addDays, deliveryFrom, REMIND_DAYS } from '../model/schedule.ts';
import { clubById } from './club.repository.ts';
import { addDelivery, type Delivery, type Membership } from './membership.repository.ts';

/** The clock, the shop's addresses, and the mail. */
export interface ClubEmailDeps {
  readonly now: () => Date;
  /** Of the site of a market that links lead to. */
  readonly originOf: (market: Market) => string;
  /** Queue a letter in the transaction of what it tells of. */
  readonly enqueueEmail: (transaction: Transaction, to: string, letter: EmailContent) => Promise<void>;
}

export interface ClubDeps extends ClubEmailDeps {
  readonly checkout: CheckoutDeps;
}

/** What a member has chosen, as the club offers it now; null where it no longer does. */
export interface Terms {
  readonly club: ClubRecord | null;
  readonly variant: ClubVariant | null;
  readonly frequency: ClubFrequency | null;
}

export async function termsOf(
  db: Queryable,
  { market, clubId, variantId, frequencyId }: Pick<Membership, 'market' | 'clubId' | 'variantId' | 'frequencyId'>,
): Promise<Terms> {
  const club = (await clubById(db, market, clubId))?.club ?? null;
  return {
    club,
    variant: club?.variants.find(({ id }) => id === variantId) ?? null,
    frequency: club?.frequencies.find(({ id }) => id === frequencyId) ?? null,
  };
}

/** Whether the club still sends what was chosen. */
export const isSent = ({ club, variant, frequency }: Terms): boolean =>
  club !== null && club.state !== 'closed' && club.state !== 'draft' && variant !== null && frequency !== null;

/** A rhythm to count by where the club is gone; it is paused before anything is charged by it. */
const MONTHLY: Pick<ClubFrequency, 'unit' | 'every'> = { unit: 'month', every: 1 };

/** The ISO day it is where a membership is. */
export const todayOf = ({ now }: Pick<ClubEmailDeps, 'now'>, market: Market): string => todayIn(market, now());

/** The next day of the schedule that leaves time for the reminder. */
export const nextDay = (
  { anchorOn }: Pick<Membership, 'anchorOn'>,
  frequency: Pick<ClubFrequency, 'unit' | 'every'> | null,
  today: string,
  leastSlot: number,
): { readonly day: string; readonly count: number } => deliveryFrom(anchorOn, addDays(today, REMIND_DAYS), frequency ?? MONTHLY, leastSlot);

/** Put the delivery after one on the calendar. */
export async function scheduleAfter(
  transaction: Transaction,
  membership: Pick<Membership, 'id' | 'anchorOn'>,
  { period, slot }: Pick<Delivery, 'period' | 'slot'>,
  frequency: ClubFrequency | null,
  today: string,
): Promise<void> {
  const { day, count } = nextDay(membership, frequency, today, slot + 1);
  await addDelivery(transaction, membership.id, { period: period + 1, slot: count, dueOn: day });
}

export const money = (market: Market, cents: number): string =>
  formatMoney(cents, marketFacts(market).locale, marketFacts(market).currency);

/** Write to a member, at the address of their account. */
export async function write(
  transaction: Transaction,
  post: ClubEmailDeps,
  membership: Pick<Membership, 'id' | 'customerId' | 'market'>,
  { club }: Pick<Terms, 'club'>,
  letter: (facts: ClubEmailData) => EmailContent,
): Promise<void> {
  const customer = await customerById(transaction, membership.customerId);
  if (!customer) return;
  const accountUrl = `${post.originOf(membership.market)}/account/wine-clubs?membership=${membership.id}`;
  await post.enqueueEmail(
    transaction,
    customer.email,
    letter({ givenName: customer.givenName, club: club?.name ?? 'your wine club', accountUrl, market: membership.market }),
  );
}
