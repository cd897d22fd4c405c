/** Dependencies of the club handlers and jobs. */

import { customerById } from '#domains/customers/identity/server/customer.repository.ts';
import type { CheckoutDeps } from '#domains/selling/checkout/server/checkout-deps.ts';
import type { MailTextsOf } from '#domains/settings/model/mail-texts.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { EmailContent } from '#lib/email-content.ts';
import { formatMoney } from '#lib/money.ts';
import type { SellingTerms } from '#markets/definition.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import type { ClubEmailData } from '../model/emails.ts';
import type { ClubFrequency, ClubRecord, ClubVariant } from '../model/record.ts';
import { addDays, deliveryFrom } from '../model/schedule.ts';
import { clubById } from './club.repository.ts';
import { type ClubRuleReader, remindDaysOf } from './club-rules.ts';
import { addDelivery, type Delivery, type Membership, readRemindedAt } from './membership.repository.ts';

/** The clock, the rules, the shop's URLs and the mail queue. */
export interface ClubEmailDeps extends ClubRuleReader {
  readonly now: () => Date;
  /** Returns the origin of the market's site for links. */
  readonly originOf: (market: Market) => string;
  /** Returns what e-mails of a market say. */
  readonly textsOf: MailTextsOf;
  /** Returns what a delivery costs in a market besides its case, now or at an earlier moment. */
  readonly sellingTerms: (market: Market, at?: Date) => SellingTerms;
  /** Queues an e-mail in the caller's transaction. */
  readonly enqueueEmail: (transaction: Transaction, to: string, email: EmailContent) => Promise<void>;
}

export interface ClubDeps extends ClubEmailDeps {
  readonly checkout: CheckoutDeps;
}

/** What a member has selected, as the club offers it now. A field is null if the club no longer offers it. */
export interface Terms {
  readonly club: ClubRecord | null;
  readonly variant: ClubVariant | null;
  readonly frequency: ClubFrequency | null;
}

/** Reads what a membership has selected. */
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

/**
 * Returns what a delivery costs besides its case: the delivery fee of its reminder, which the member was told, or today's before it. The
 * tax is always today's.
 */
export async function deliveryTerms(
  db: Queryable,
  { sellingTerms }: Pick<ClubEmailDeps, 'sellingTerms'>,
  { id, market }: Pick<Membership, 'id' | 'market'>,
  { remindedOn, period }: Pick<Delivery, 'remindedOn' | 'period'>,
): Promise<SellingTerms> {
  const today = sellingTerms(market);
  const remindedAt = remindedOn === null ? null : await readRemindedAt(db, id, period);
  return remindedAt === null ? today : { shipping: sellingTerms(market, remindedAt).shipping, taxPercent: today.taxPercent };
}

/** Returns true if the club still delivers the member's selection. */
export const isSent = ({ club, variant, frequency }: Terms): boolean =>
  club !== null && club.state !== 'closed' && club.state !== 'draft' && variant !== null && frequency !== null;

/** Frequency of a membership whose club was deleted. The membership is paused before it is charged. */
const MONTHLY: Pick<ClubFrequency, 'unit' | 'every'> = { unit: 'month', every: 1 };

/** Returns the current ISO day of a membership's market. */
export const todayOf = ({ now }: Pick<ClubEmailDeps, 'now'>, market: Market): string => todayIn(market, now());

/** Returns the next day of the schedule that leaves time for the reminder. */
export const nextDay = (
  deps: Pick<ClubEmailDeps, 'clubRules'>,
  membership: Pick<Membership, 'anchorOn' | 'market' | 'joinedAt'>,
  frequency: Pick<ClubFrequency, 'unit' | 'every'> | null,
  today: string,
  leastSlot: number,
): { readonly day: string; readonly count: number } =>
  deliveryFrom(membership.anchorOn, addDays(today, remindDaysOf(deps, membership)), frequency ?? MONTHLY, leastSlot);

/** Schedules the delivery after another. */
export async function scheduleAfter(
  transaction: Transaction,
  deps: Pick<ClubEmailDeps, 'clubRules'>,
  membership: Pick<Membership, 'id' | 'anchorOn' | 'market' | 'joinedAt'>,
  { period, slot }: Pick<Delivery, 'period' | 'slot'>,
  frequency: ClubFrequency | null,
  today: string,
): Promise<void> {
  const { day, count } = nextDay(deps, membership, frequency, today, slot + 1);
  await addDelivery(transaction, membership.id, { period: period + 1, slot: count, dueOn: day });
}

export const money = (market: Market, cents: number): string =>
  formatMoney(cents, getMarketConfig(market).locale, getMarketConfig(market).currency);

/** E-mails a member at the address of the account. */
export async function write(
  transaction: Transaction,
  post: ClubEmailDeps,
  membership: Pick<Membership, 'id' | 'customerId' | 'market'>,
  { club }: Pick<Terms, 'club'>,
  createEmail: (data: ClubEmailData) => EmailContent,
): Promise<void> {
  const customer = await customerById(transaction, membership.customerId);
  if (!customer) return;
  const accountUrl = `${post.originOf(membership.market)}/account/wine-clubs?membership=${membership.id}`;
  await post.enqueueEmail(
    transaction,
    customer.email,
    createEmail({
      texts: post.textsOf(membership.market),
      givenName: customer.givenName,
      club: club?.name ?? 'your wine club',
      accountUrl,
      market: membership.market,
    }),
  );
}
