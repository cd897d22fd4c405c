/**
 * What the activity log may say about a customer. The log is never erased, so it has numbers, states and ids, and names the fields that
 * have a text instead of quoting them (docs/decisions/0185-texts-about-customers.md).
 */
import type { SubjectKind } from '../messages/activity.ts';

/** Kinds of records about customers. */
export type PersonalKind = Extract<
  SubjectKind,
  'customer' | 'claim' | 'draft_order' | 'order' | 'membership' | 'credit' | 'gift_card' | 'form_entry' | 'mail'
>;

/** Fields with a text that identifies a customer, or may. */
const TEXT_FIELDS = [
  ...(['address', 'card', 'carrier', 'giftMessage', 'instructions', 'name', 'note', 'phone', 'reason', 'recipient'] as const),
  ...(['trackingNumber', 'why'] as const),
];
export type TextField = (typeof TEXT_FIELDS)[number];

type Quantity = 'account' | 'addresses' | 'amount' | 'amountCents' | 'balance' | 'cards' | 'carts' | 'devices' | 'giftCards' | 'notes';
type Count = Quantity | 'order' | 'orders' | 'period' | 'referrals' | 'restored' | 'shopPaysCents' | 'views';
type Flag = 'authorityToLeave' | 'getsEmail' | 'isAnswered';
/** Words of the program, days, ids, and the last characters of a code. Never what somebody typed. */
type State =
  | 'about'
  | 'dispute'
  | 'ending'
  | 'frequency'
  | 'kind'
  | 'on'
  | 'refundId'
  | 'sendOn'
  | 'shipmentId'
  | 'state'
  | 'status'
  | 'variant';

/** Filters of an export without what was typed into them. */
export type ExportDetails = Readonly<Record<`filter[${string}]`, unknown>>;

export type LoggedFacts = { readonly [name in Count]?: number | null } & { readonly [name in Flag]?: boolean } & {
  readonly [name in State]?: string | null;
} & {
  /** Fields whose text was entered or changed. */
  readonly fields?: readonly TextField[];
  readonly lines?: readonly { readonly position: number; readonly quantity: number }[];
  readonly credit?: readonly { readonly market: string; readonly amount: number }[];
  readonly loyalty?: readonly { readonly market: string; readonly spent: number }[];
  readonly filters?: ExportDetails;
};

/** Names the texts that are not empty. */
export function textFields(texts: { readonly [name in TextField]?: unknown }): Pick<LoggedFacts, 'fields'> {
  const fields = TEXT_FIELDS.filter((name) => typeof texts[name] === 'string' && texts[name] !== '');
  return fields.length === 0 ? {} : { fields };
}
