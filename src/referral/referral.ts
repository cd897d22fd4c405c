/** Referral: what it brings in each market, whose code is whose, and what is no referral (SPEC.md §5, §9; DECISIONS.md "Carts and orders"). */
import type { Market } from '../market/market.ts';

/** What friend and referrer get, dollars (SPEC.md §9). */
export const REFERRAL_CREDIT: Readonly<Record<Market, number>> = { AU: 25, SG: 35 };

/** One mailbox, however its address is varied: without case, `+tags`, and the dots that one large provider ignores. */
export function mailboxOf(email: string): string {
  const key = email.trim().normalize('NFC').toLowerCase();
  const at = key.lastIndexOf('@');
  const domain = key.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com');
  const [plain = ''] = key.slice(0, at).split('+');
  return `${domain === 'gmail.com' ? plain.replaceAll('.', '') : plain}@${domain}`;
}

/** One door, however it is written: words without case, signs and the usual short forms. */
export function doorOf({
  address,
  suburb,
  postcode,
}: {
  readonly address: string;
  readonly suburb: string;
  readonly postcode: string;
}): string {
  const SHORT: Readonly<Record<string, string>> = {
    st: 'street',
    rd: 'road',
    ave: 'avenue',
    av: 'avenue',
    cres: 'crescent',
    tce: 'terrace',
    dr: 'drive',
    unit: '',
    apt: '',
    flat: '',
    level: '',
  };
  const words = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
      .split(' ')
      .map((word) => SHORT[word] ?? word)
      .filter(Boolean)
      .join(' ');
  return [words(address), words(suburb), words(postcode)].join('|');
}

/** What is known of a paid order that came with a referral code. */
export interface ReferredOrder {
  readonly referrerExists: boolean;
  /** The friend is the referrer: by account, or by a variant of the e-mail. */
  readonly isReferrer: boolean;
  /** The friend had ordered before. */
  readonly hadOrdered: boolean;
  /** The order goes to where the referrer lives, or a credited one has gone. */
  readonly isKnownAddress: boolean;
  /** The card is one of the referrer's, or a credited order was paid with it. */
  readonly isKnownCard: boolean;
  /** Somebody was credited for this mailbox already. */
  readonly isKnownMailbox: boolean;
}

export const REFERRAL_STATES = [
  'credited',
  'reversed',
  'no_referrer',
  'yourself',
  'not_first',
  'same_address',
  'same_card',
  'counted_before',
] as const;
export type ReferralState = (typeof REFERRAL_STATES)[number];

/** Whether the referrer is credited, and why not. The first reason counts. */
export function judge(order: ReferredOrder): Exclude<ReferralState, 'reversed'> {
  if (!order.referrerExists) return 'no_referrer';
  if (order.isReferrer) return 'yourself';
  if (order.isKnownMailbox) return 'counted_before';
  if (order.hadOrdered) return 'not_first';
  if (order.isKnownAddress) return 'same_address';
  if (order.isKnownCard) return 'same_card';
  return 'credited';
}
