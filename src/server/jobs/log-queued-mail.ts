/** Logs emails when their jobs are queued: which email it is, and to whom. */
import { FORM_MAIL } from '#domains/content/server/form-entries.ts';
import { MARKETING_MAIL } from '#domains/customers/consent/server/marketing-mail.ts';
import { IDENTITY_MAIL } from '#domains/customers/identity/server/hosted/identity-mail.ts';
import { LOYALTY_MAIL } from '#domains/customers/loyalty/server/loyalty-jobs.ts';
import type { LoggedMailKind } from '#domains/outbound/mail/model/mail-log.ts';
import { type QueuedMail, queuedMailStatement } from '#domains/outbound/mail/server/mail-log.repository.ts';
import { SUPPLIER_MAIL } from '#domains/selling/claims/server/supplier-mail.ts';
import { CLUB_MAIL } from '#domains/selling/clubs/server/club-emails.ts';
import { DRAFT_LINK_MAIL } from '#domains/selling/draft-orders/server/draft-mail.ts';
import { GIFT_CARD_MAIL } from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { ORDER_MAIL } from '#domains/selling/orders/server/order-deps.ts';
import { STAFF_MAIL } from '#domains/staff/server/staff-mail.ts';
import type { Statement } from '#lib/db/pool.ts';
import type { JobOptions } from '#lib/server/jobs.ts';
import { MARKETS } from '#markets/market.ts';

type Data = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const ORDER_KINDS: Readonly<Record<string, LoggedMailKind>> = {
  receipt: 'receipt',
  shipment: 'shipment',
  refund: 'refund',
  cancelled: 'cancellation',
  'payment-failed': 'payment-failed',
  link: 'order-link',
  'delivery-changed': 'delivery',
  'items-changed': 'delivery',
  'ready-to-collect': 'delivery',
  'claim-received': 'claim',
  'claim-credited': 'claim',
  'claim-replaced': 'claim',
  'claim-declined': 'claim',
};

const KINDS: Readonly<Record<string, (data: Data) => LoggedMailKind>> = {
  [ORDER_MAIL]: ({ kind }) => ORDER_KINDS[String(kind)] ?? 'receipt',
  [GIFT_CARD_MAIL]: () => 'gift-card',
  [DRAFT_LINK_MAIL]: () => 'payment-link',
  [SUPPLIER_MAIL]: () => 'supplier-claim',
  [IDENTITY_MAIL]: () => 'account',
  [STAFF_MAIL]: () => 'staff',
  [FORM_MAIL]: () => 'form',
  [LOYALTY_MAIL]: () => 'rewards',
  [CLUB_MAIL]: () => 'club',
  [MARKETING_MAIL]: () => 'marketing',
};

/** Links and codes work once, so a repeated email would hold new ones. Gift cards and payment links are sent again from their own page. */
const SENT_ONCE: readonly string[] = [IDENTITY_MAIL, STAFF_MAIL, GIFT_CARD_MAIL, DRAFT_LINK_MAIL];

/** Returns the statement that logs the email of a job. @returns null for other jobs */
export const logQueuedMail: NonNullable<JobOptions['statementFor']> = ({ id, name, data }): Statement | null => {
  const kindOf = KINDS[name];
  if (kindOf === undefined) return null;
  const mail: QueuedMail = {
    id,
    queue: name,
    kind: kindOf(data),
    to: text(data.to),
    market: MARKETS.find((market) => market === data.market),
    orderId: text(data.orderId),
    giftCardId: name === GIFT_CARD_MAIL ? text(data.id) : undefined,
    entryId: text(data.entryId),
    customerId: number(data.customerId),
    staffId: number(data.staffId),
    payload: SENT_ONCE.includes(name) ? null : data,
  };
  return queuedMailStatement(mail);
};
