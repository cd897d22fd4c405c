/** Reads a customer with everything that staff of a market see of them. */
import { createHash } from 'node:crypto';
import { DEFAULT_TIER } from '#domains/customers/identity/model/tiers.ts';
import { listSessions } from '#domains/customers/identity/server/session.repository.ts';
import { readLoyaltyStatus } from '#domains/customers/loyalty/server/recalculate-tier.ts';
import { creditAccount } from '#domains/selling/store-credit/server/credit.repository.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { formatDevice } from '#lib/format-device.ts';
import { suppressionOf } from '#lib/mail/suppression.repository.ts';
import { toDecimal } from '#lib/money.ts';
import { balanceOf, entriesOf } from '#lib/server/ledger.repository.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { parsePersonKey, personKey } from '../model/customer-list.ts';
import type { CustomerTimelineItem, OfficeCustomer } from '../office-contract.ts';
import { addressesOf } from './address.repository.ts';
import { instrumentsOf } from './instrument.repository.ts';
import {
  addressVersions,
  cartLinesOf,
  clubsOfCustomer,
  consentHistory,
  customerActivity,
  customerNotes,
  giftCardsOfPerson,
  lastOrdersOfAccount,
  lastOrdersOfGuest,
  loyaltyEntries,
  type PersonFacts,
  readAccountFacts,
  readPerson,
  tierChanges,
} from './office-customer.repository.ts';

/** What of the page depends on the configuration. */
export interface CustomerViewConfig {
  /** Name of the system that decides who takes part in the loyalty programme of a market; null for the shop. */
  readonly loyaltyDecidedBy: (market: Market) => string | null;
  /** False where another identity service owns accounts. */
  readonly ownsAccounts: boolean;
}

/** Returns the id of a session as it is shown: the token's own id stays on the server. */
export const sessionDigest = (id: string): string => createHash('md5').update(id).digest('hex');

/** The order or refund that a source names: `order:ID:…`, `refund:ID:…`. */
const orderOf = (source: string): string | null => /^order:([0-9a-f-]{36})/.exec(source)?.[1] ?? null;

const LEDGER_ROWS = 50;

async function creditOf(db: Queryable, customerId: number, market: Market): Promise<OfficeCustomer['credit']> {
  const account = creditAccount({ customerId, market });
  const [balance, entries] = await Promise.all([balanceOf(db, account), entriesOf(db, account)]);
  return {
    balance: toDecimal(balance.cents),
    held: toDecimal(balance.holdCents),
    entries: entries
      .toReversed()
      .slice(0, LEDGER_ROWS)
      .map(({ at, kind, cents, note, source }) => ({
        at: at.toISOString(),
        kind,
        amount: toDecimal(cents),
        note,
        orderId: orderOf(source),
      })),
  };
}

/** The parts that only accounts have. */
async function readAccount(db: Queryable, customerId: number, market: Market, config: CustomerViewConfig) {
  const owner = { customerId, market };
  const [facts, cart, addresses, versions, credit, clubs, consents, sessions, cards, entries, changes, notes, activity] = await Promise.all(
    [
      readAccountFacts(db, customerId, market),
      cartLinesOf(db, customerId, market),
      addressesOf(db, owner),
      addressVersions(db, customerId, market),
      creditOf(db, customerId, market),
      clubsOfCustomer(db, customerId, market),
      consentHistory(db, customerId, market),
      listSessions(db, customerId),
      instrumentsOf(db, owner),
      loyaltyEntries(db, customerId, market),
      tierChanges(db, customerId, market),
      customerNotes(db, customerId, market),
      customerActivity(db, customerId, market),
    ],
  );
  const tier = facts?.tier ?? DEFAULT_TIER;
  const status = await readLoyaltyStatus(db, owner, tier);
  const reached = changes.find(({ to }) => to === tier);
  const [firstLine] = cart;
  const loyalty: NonNullable<OfficeCustomer['loyalty']> = {
    tier,
    spent: toDecimal(status.spentCents),
    next: status.tier === tier && status.next ? { tier: status.next.tier, missing: toDecimal(status.next.missingCents) } : null,
    reached: reached ? { at: reached.at.toISOString(), from: reached.from, isGranted: reached.isGranted } : null,
    isExcluded: facts?.isExcluded ?? false,
    exclusionNote: facts?.exclusionNote ?? '',
    version: facts?.loyaltyVersion ?? '',
    decidedBy: config.loyaltyDecidedBy(market),
    entries: entries.map(({ at, kind, cents, tier: granted, orderId, orderNumber }) => ({
      at: at.toISOString(),
      kind,
      amount: toDecimal(kind === 'refund' ? -cents : cents),
      tier: granted,
      orderId,
      orderNumber,
    })),
  };
  return {
    isEmailConfirmed: facts?.isEmailConfirmed ?? false,
    pendingEmail: facts?.pendingEmail ?? null,
    isStaff: facts?.isStaff ?? false,
    loyalty,
    cart: firstLine
      ? {
          updatedAt: firstLine.updatedAt.toISOString(),
          lines: cart.map(({ offerId, name, quantity, priceCents }) => ({
            offerId,
            name,
            quantity,
            price: priceCents === null ? null : toDecimal(priceCents),
          })),
        }
      : null,
    addresses: addresses.map((address) => ({ ...address, version: versions.get(address.id) ?? '' })),
    credit,
    clubs: clubs.map(({ next, ...club }) => ({ ...club, next })),
    consents: {
      email: facts?.emailConsent ?? false,
      sms: facts?.smsConsent ?? false,
      history: consents.map(({ at, ...consent }) => ({ ...consent, at: at.toISOString() })),
    },
    sessions: sessions.map(({ id, method, userAgent, createdAt, lastSeenAt }) => ({
      id: sessionDigest(id),
      device: formatDevice(userAgent),
      method,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
    cards: cards.map(({ brand, last4, expiryMonth, expiryYear, is_default: isDefault }) => ({
      brand,
      last4,
      expiryMonth,
      expiryYear,
      isDefault,
    })),
    timeline: [
      ...changes.map(({ id, at, to }) => item(`tier-${id}`, at, 'tier', { detail: to })),
      ...consents.map(({ at, channel, granted }, index) => item(`consent-${index}`, at, 'consent', { detail: `${channel}:${granted}` })),
      ...notes.map(({ id, at, author, text }) => item(`note-${id}`, at, 'note', { actor: author, note: text })),
      ...activity.map(({ id, at, actor, action }) => item(`activity-${id}`, at, 'activity', { actor, detail: action })),
    ],
  };
}

const item = (
  id: string,
  at: Date,
  event: CustomerTimelineItem['event'],
  more: Partial<Omit<CustomerTimelineItem, 'id' | 'at' | 'event'>>,
): CustomerTimelineItem => ({ id, at: at.toISOString(), event, actor: '', detail: '', note: '', orderId: null, amount: null, ...more });

async function viewPerson(db: Queryable, person: PersonFacts, config: CustomerViewConfig): Promise<OfficeCustomer> {
  const { customerId, market } = person;
  const [orders, giftCards, suppression, account] = await Promise.all([
    customerId === null ? lastOrdersOfGuest(db, person.guestKey ?? '', market) : lastOrdersOfAccount(db, customerId, market),
    giftCardsOfPerson(db, person),
    suppressionOf(db, person.email),
    customerId === null ? null : readAccount(db, customerId, market, config),
  ]);
  const timeline = [
    item('joined', person.since, 'joined', {}),
    ...orders.map(({ id, number, placedAt, totalCents }) =>
      item(`order-${id}`, placedAt, 'order', { orderId: id, detail: String(number), amount: toDecimal(totalCents) }),
    ),
    ...(account?.timeline ?? []),
  ];
  return {
    key: personKey(customerId, person.id),
    kind: customerId === null ? 'guest' : 'account',
    market,
    markets: [...person.markets],
    timeZone: timeZoneOf(market),
    currency: getMarketConfig(market).currency,
    version: person.version,
    email: person.email,
    isEmailConfirmed: account?.isEmailConfirmed ?? false,
    pendingEmail: account?.pendingEmail ?? null,
    givenName: person.givenName,
    familyName: person.familyName,
    phone: person.phone,
    isStaff: account?.isStaff ?? false,
    since: person.since.toISOString(),
    totals: {
      orders: person.orders,
      spent: toDecimal(person.spentCents),
      average: person.orders === 0 ? 0 : toDecimal(Math.round(person.spentCents / person.orders)),
      lastOrderAt: person.lastOrderAt?.toISOString() ?? null,
    },
    suppression: suppression && { kind: suppression.kind, reason: suppression.reason },
    loyalty: account?.loyalty ?? null,
    orders: orders.map(({ totalCents, placedAt, ...order }) => ({
      ...order,
      placedAt: placedAt.toISOString(),
      total: toDecimal(totalCents),
    })),
    cart: account?.cart ?? null,
    addresses: account?.addresses ?? [],
    credit: account?.credit ?? null,
    giftCards: giftCards.map(({ id, ending, isReceived, initialCents, balanceCents, isExpired, createdAt }) => ({
      id,
      ending,
      role: isReceived ? ('received' as const) : ('bought' as const),
      initial: toDecimal(initialCents),
      balance: toDecimal(balanceCents),
      isExpired,
      createdAt: createdAt.toISOString(),
    })),
    clubs: account?.clubs ?? [],
    consents: account?.consents ?? { email: false, sms: false, history: [] },
    sessions: account?.sessions ?? [],
    cards: account?.cards ?? [],
    timeline: timeline.toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1)),
    canSendMail: config.ownsAccounts && customerId !== null,
    neighbours: { previous: person.previous, next: person.next },
  };
}

/** Reads a customer in a market of the person. @returns null if there is none */
export async function readOfficeCustomer(
  db: Queryable,
  { key, market }: { readonly key: string; readonly market: Market | null },
  staff: Pick<StaffActor, 'markets'>,
  config: CustomerViewConfig,
): Promise<OfficeCustomer | null> {
  const person = await readPerson(db, parsePersonKey(key), market, staff.markets);
  return person && viewPerson(db, person, config);
}
