/** Reads a member with everything that staff see: what the member reads, and what concerns the shop only. */
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { isJsonObject } from '#lib/json.ts';
import { suppressionOf } from '#lib/mail/suppression.repository.ts';
import { toDecimal } from '#lib/money.ts';
import { deliveryRules } from '#markets/delivery.ts';
import { timeZoneOf, todayIn } from '#markets/market-day.ts';
import type { MembershipView } from '../contract.ts';
import { isOverdue } from '../model/charge.ts';
import { cardStateOf, EXPIRING_DAYS, type MemberProblem } from '../model/member-list.ts';
import { actorOf } from '../model/office-member.ts';
import { addDays, deliveryDay } from '../model/schedule.ts';
import type { MemberTimelineItem, OfficeMember } from '../office-contract.ts';
import { type ClubDeps, termsOf } from './club-deps.ts';
import { remindDaysOf, retryRules } from './club-rules.ts';
import { type Delivery, deliveriesOf, findMembership, type Membership } from './membership.repository.ts';
import { viewMembership } from './membership-view.ts';
import {
  casesLeft,
  type MemberActivity,
  type MemberEventRow,
  type MemberNote,
  memberActivity,
  memberEvents,
  memberNotes,
  readMemberFacts,
} from './office-member.repository.ts';

/** Days after the next one that are shown. */
const LATER_DAYS = 3;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsOf = (...values: readonly unknown[]): string => values.map(textOf).filter(Boolean).join(' ');

/** What an event says beyond its name: case and frequency, card, address, or the cause of a pause. */
const detailOf = ({ variant, frequency, card, suburb, postcode, reason }: Readonly<Record<string, unknown>>): string =>
  [textsOf(variant), textsOf(frequency), textsOf(card), textsOf(suburb, postcode), textsOf(reason)].filter(Boolean).join(', ');

const viewEvent = ({ id, at, event, data }: MemberEventRow): MemberTimelineItem => ({
  id: `event-${id}`,
  at: at.toISOString(),
  event,
  actor: actorOf(event, data),
  on: textOf(data.on) || null,
  amount: typeof data.totalCents === 'number' ? toDecimal(data.totalCents) : null,
  orderNumber: typeof data.number === 'number' ? data.number : null,
  detail: detailOf(data),
  note: textOf(data.why),
});

const NOTHING = { on: null, amount: null, orderNumber: null, detail: '', note: '' } as const;

const viewNote = ({ id, at, author, text }: MemberNote): MemberTimelineItem => ({
  ...NOTHING,
  id: `note-${id}`,
  at: at.toISOString(),
  event: 'note',
  actor: author,
  note: text,
});

const viewActivity = ({ id, at, actor, action, after }: MemberActivity): MemberTimelineItem => ({
  ...NOTHING,
  id: `activity-${id}`,
  at: at.toISOString(),
  event: action.replace('membership.', ''),
  actor,
  detail: isJsonObject(after) ? textOf(after.about) : '',
});

/** Returns what is wrong, and how many attempts the shop still makes. */
function problemOf(deps: ClubDeps, membership: Membership, due: Delivery | undefined, hasCard: boolean): OfficeMember['problem'] {
  const { status, reason, market } = membership;
  const found = (of: MemberProblem, tries: number, days: readonly number[]) => ({ of, tries, left: Math.max(0, days.length + 1 - tries) });
  const { cardRetryDays, stockRetryDays } = deps.clubRules(market);
  if (status === 'paused' && reason === 'card') return found('declined', cardRetryDays.length + 1, cardRetryDays);
  if (status === 'active' && due && due.cardTries > 0)
    return found(
      'declined',
      due.cardTries,
      due.cardFailedOn === null ? cardRetryDays : retryRules(deps, market, due.cardFailedOn).cardRetryDays,
    );
  if (status === 'active' && due && due.stockTries > 0)
    return found(
      'sold_out',
      due.stockTries,
      due.stockFailedOn === null ? stockRetryDays : retryRules(deps, market, due.stockFailedOn).stockRetryDays,
    );
  return (status === 'active' || status === 'paused') && !hasCard ? { of: 'no_card', tries: 0, left: 0 } : null;
}

function addressOf({ market, details }: Membership): string[] {
  const { firstName, lastName, address } = details;
  if (address === '') return [];
  return [`${firstName} ${lastName}`.trim(), address, deliveryRules(market).address.format(details)];
}

/** Reads a member of the person's markets. @returns null if there is none */
export async function readOfficeMember(deps: ClubDeps, id: string, { markets }: Pick<StaffActor, 'markets'>): Promise<OfficeMember | null> {
  const { database: db, paymentMethods } = deps.checkout;
  const facts = await readMemberFacts(db, id, markets);
  const membership = facts && (await findMembership(db, id));
  if (!membership) return null;
  const { market, status, details } = membership;
  const now = deps.now();
  const today = todayIn(market, now);
  const view: MembershipView = await viewMembership(db, paymentMethods, membership, () => null, { now, sellingTerms: deps.sellingTerms });
  const { variant, frequency } = await termsOf(db, membership);
  const [deliveries, events, notes, activity, suppression, inStock] = await Promise.all([
    deliveriesOf(db, id),
    memberEvents(db, id),
    memberNotes(db, id),
    memberActivity(db, id),
    facts.email === '' ? null : suppressionOf(db, facts.email),
    variant ? casesLeft(db, variant.offerId, market) : 0,
  ]);
  const due = deliveries.find(({ state }) => state === 'due');
  const orderIds = new Map(deliveries.map(({ period, orderId }) => [period, orderId]));
  const { next, card } = view;
  return {
    id,
    version: facts.version,
    market,
    timeZone: timeZoneOf(market),
    status,
    reason: membership.reason,
    customerId: membership.customerId === 0 ? null : membership.customerId,
    name: [details.firstName, details.lastName].filter(Boolean).join(' '),
    email: facts.email,
    phone: details.phone,
    address: addressOf(membership),
    instructions: details.instructions,
    suppression: suppression && { kind: suppression.kind, reason: suppression.reason },
    club: { id: view.club.id, name: view.club.name },
    variant: { id: view.variant.id, label: view.variant.label, price: view.variant.price },
    frequency: view.frequency,
    variants: view.variants.map(({ id: variantId, label, price }) => ({ id: variantId, label, price })),
    frequencies: view.frequencies,
    card: card && {
      brand: card.brand,
      last4: card.last4,
      expiryMonth: card.expiryMonth,
      expiryYear: card.expiryYear,
      state: cardStateOf(card, today, addDays(today, EXPIRING_DAYS)),
    },
    joinedAt: view.joinedAt,
    actions: view.actions,
    canCharge: status === 'active' && due !== undefined && isOverdue(due, today),
    next:
      next && due
        ? {
            period: next.period,
            on: next.on,
            dueOn: due.dueOn,
            remindedOn: due.remindedOn,
            remindDays: remindDaysOf(deps, membership),
            price: next.price,
            shipping: next.shippingTotal,
            total: next.total,
            inStock,
          }
        : null,
    later:
      next && due && frequency
        ? Array.from({ length: LATER_DAYS }, (_, index) => deliveryDay(membership.anchorOn, due.slot + index + 1, frequency))
        : [],
    problem: problemOf(deps, membership, due, card !== null),
    skipped: view.skipped,
    deliveries: view.deliveries.map(({ period, on, state, total, orderNumber }) => ({
      period,
      on,
      state,
      total,
      orderId: orderNumber === null ? null : (orderIds.get(period) ?? null),
      orderNumber,
    })),
    timeline: [...events.map(viewEvent), ...notes.map(viewNote), ...activity.map(viewActivity)].toSorted((a, b) =>
      a.at === b.at ? 0 : a.at < b.at ? 1 : -1,
    ),
    neighbours: { previous: facts.previous, next: facts.next },
  };
}
