/** Every email to shoppers with data that no shopper has, for previews in the office. The functions that write real emails write these. */
import {
  alreadyJoinedEmail,
  codeEmail,
  emailChangedEmail,
  joinEmail,
  passwordChangedEmail,
  resetEmail,
  verifyEmail,
} from '#domains/customers/identity/messages/emails.ts';
import { couponEmail, tierEmail } from '#domains/customers/loyalty/model/emails.ts';
import { creditEmail } from '#domains/customers/referrals/model/emails.ts';
import {
  type ClaimEmailData,
  claimCreditedEmail,
  claimDeclinedEmail,
  claimReceivedEmail,
  claimReplacedEmail,
} from '#domains/selling/claims/model/claim-email.ts';
import {
  addressLinkEmail,
  type ClubEmailData,
  cardDeclinedEmail,
  cardLinkEmail,
  cancelledEmail as clubCancelledEmail,
  clubEndedEmail,
  missedEmail,
  pausedForCardEmail,
  reminderEmail,
  soldOutEmail,
  staffActionEmail,
  welcomeEmail,
} from '#domains/selling/clubs/model/emails.ts';
import { paymentLinkEmail } from '#domains/selling/draft-orders/model/payment-link-email.ts';
import { giftCardEmail } from '#domains/selling/gift-cards/model/gift-card-email.ts';
import type { OrderView } from '#domains/selling/orders/contract.ts';
import { itemsChangedEmail } from '#domains/selling/orders/model/items-changed-email.ts';
import type { LineFulfilment } from '#domains/selling/orders/model/line-fulfilment.ts';
import {
  cancelledEmail,
  deliveryChangedEmail,
  type EmailSender,
  paymentFailedEmail,
  readyToCollectEmail,
  receiptEmail,
  refundEmail,
  shipmentEmail,
} from '#domains/selling/orders/model/order-email.ts';
import { orderLinkEmail } from '#domains/selling/orders/model/order-link-email.ts';
import type { MailId } from '#domains/settings/model/mail-texts.ts';
import { maskEmail } from '#lib/email.ts';
import type { EmailContent } from '#lib/email-content.ts';
import { formatMoney } from '#lib/money.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { formatDay } from '#markets/market-day.ts';
import type { MailData, RenderEmail, RenderedMail } from '#routes/email-templates.ts';

type Sample = { readonly [N in keyof MailData]: { readonly template: N; readonly data: MailData[N] } }[keyof MailData];

/** The day of the samples, so that they say the same tomorrow. */
const DAY = '2026-11-24';
const AT = `${DAY}T01:00:00.000Z`;
const LATER = '2026-12-21';
const ID = '00000000-0000-4000-8000-000000000001';
const EMAIL = 'grace@example.com';
const TOKEN = '?token=sample';

const line: OrderView['lineItems'][number] = {
  productId: 1,
  sku: 'SAMPLE',
  name: 'Old Block Shiraz',
  brand: 'Orchard End',
  vintage: '2021',
  offerVariant: '',
  imageUrl: '',
  slug: '/wines/orchard-end/old-block-shiraz',
  quantity: 2,
  packSize: 6,
  bottleMl: 750,
  category: 'Red',
  isSpirit: false,
  listPrice: 150,
  extendedListPrice: 300,
  extendedSalePrice: 300,
  discountAmount: 0,
};

const moved = [{ position: 0, name: 'Orchard End Old Block Shiraz 2021', quantity: 2 }];

/** Returns the order of the samples. */
export const sampleOrder = (market: Market): OrderView => ({
  id: ID,
  number: 1000123,
  market,
  status: 'Awaiting Fulfillment',
  statusGroup: 'paid',
  placedAt: AT,
  email: EMAIL,
  details: {
    email: EMAIL,
    firstName: 'Grace',
    lastName: 'Hopper',
    phone: '',
    address: '1 Sample Street',
    suburb: '',
    state: '',
    postcode: '',
    instructions: '',
    giftMessage: '',
    authorityToLeave: false,
  },
  lineItems: [line],
  baseAmount: 300,
  discounts: [],
  shippingTotal: 0,
  isFreeShipping: true,
  total: 300,
  taxTotal: 27.27,
  tenders: [],
  charged: 300,
  shipments: [],
  refunds: [],
  refundedTotal: 0,
  timeline: [],
});

const sampleCollection: OrderView['collection'] = {
  name: 'Cellar door',
  address: '1 Sample Street',
  state: '',
  hours: 'Mon to Sat, 10 am to 6 pm',
  bring: 'Photo ID',
  code: 'K7M-4PA',
};
const shipment: OrderView['shipments'][number] = {
  id: ID,
  at: AT,
  carrier: 'Australia Post',
  trackingNumber: 'SAMPLE123',
  trackingUrl: 'https://carrier.example/SAMPLE123',
  lines: moved,
};
const refund: OrderView['refunds'][number] = { id: ID, at: AT, amount: 150, toCard: 150, isDone: true, reason: '', lines: moved };

const sampleFulfilment: LineFulfilment = {
  position: 0,
  productId: 1,
  name: 'Orchard End Old Block Shiraz 2021',
  quantity: 3,
  netCents: 45_000,
  isPhysical: true,
  shipped: 0,
  withdrawn: 1,
  refunded: 1,
  refundedCents: 15_000,
};

/** What the samples need of the shop. */
export interface SampleSource {
  readonly market: Market;
  readonly shop: EmailSender;
}

/** Builds an email with the texts of `shop`. */
function sampleMail(id: MailId, { market, shop }: SampleSource): Sample {
  const { texts, origin } = shop;
  const order = sampleOrder(market);
  const { locale, currency } = getMarketConfig(market);
  const amount = formatMoney(15_000, locale, currency);
  const club: ClubEmailData = { texts, givenName: 'Grace', club: 'The Table', accountUrl: `${origin}/account/wine-clubs`, market };
  const card = { brand: 'Visa', last4: '4242', expiryMonth: 12, expiryYear: 2030 };
  const coupon = { givenName: 'Grace', code: 'SAMPLE-CODE', amount, until: formatDay(market, LATER), shopUrl: origin };
  const post = { order, shop };
  const claim: ClaimEmailData = {
    ...{ texts, firstName: 'Grace', number: String(order.number), amount, answer: '' },
    sent: [{ name: 'Orchard End Old Block Shiraz 2021', cases: 1 }],
    lines: [{ name: 'Orchard End Old Block Shiraz 2021', problem: 'broken', bottles: 1 }],
    url: `${origin}/order/${ID}/claim`,
  };
  const content = (data: EmailContent): Sample => ({ template: 'content', data });
  const about = (data: MailData['order']): Sample => ({ template: 'order', data });
  switch (id) {
    case 'order-received':
      return about(receiptEmail(post));
    case 'order-shipped':
      return about(shipmentEmail({ shop, order: { ...order, shipments: [shipment] } }, shipment));
    case 'order-delivery-changed':
      return about(deliveryChangedEmail(post));
    case 'order-items-changed':
      return about(itemsChangedEmail({ shop, order: { ...order, lineItems: [{ ...line, quantity: 3 }] } }, [sampleFulfilment]));
    case 'order-ready-to-collect':
      return about(readyToCollectEmail({ shop, order: { ...order, collection: sampleCollection } }));
    case 'order-refunded':
      return about(refundEmail({ shop, order: { ...order, refunds: [refund] } }, refund));
    case 'order-cancelled':
      return about(cancelledEmail({ shop, order: { ...order, refunds: [{ ...refund, amount: 300, toCard: 300 }] } }, ''));
    case 'order-link':
      return content(orderLinkEmail(texts, 'Grace', order.number, `${origin}/track-order/order${TOKEN}`));
    case 'payment-link':
      return content(
        paymentLinkEmail(
          { market, firstName: 'Grace', url: `${origin}/checkout/sample`, expiresAt: new Date(`${LATER}T01:00:00.000Z`) },
          texts,
        ),
      );
    case 'claim-received':
      return content(claimReceivedEmail(claim));
    case 'claim-credited':
      return content(claimCreditedEmail(claim));
    case 'claim-replaced':
      return content(claimReplacedEmail(claim));
    case 'claim-declined':
      return content(claimDeclinedEmail({ ...claim, answer: 'The bottle in your photo is not the one you bought.' }));
    case 'payment-failed':
      return about(paymentFailedEmail({ firstName: 'Grace', amount, market, shop }));
    case 'gift-card':
      return content(
        giftCardEmail(
          {
            id: ID,
            code: 'SAMPLESAMPLESAMP',
            market,
            cents: 15_000,
            expiresAt: new Date('2029-11-24T01:00:00.000Z'),
            recipientEmail: EMAIL,
            recipientName: 'Grace',
            senderName: 'Ada',
            message: 'Happy birthday!',
          },
          origin,
          texts,
        ),
      );
    case 'account-join':
      return content(joinEmail(texts, 'Grace', `${origin}/auth/verify-email${TOKEN}`));
    case 'account-exists':
      return content(alreadyJoinedEmail(texts, `${origin}/auth/login`));
    case 'account-confirm':
      return content(verifyEmail(texts, `${origin}/auth/verify-email${TOKEN}`));
    case 'password-reset':
      return content(resetEmail(texts, `${origin}/auth/login/reset-password${TOKEN}`));
    case 'password-changed':
      return content(passwordChangedEmail(texts, shop.supportPhone));
    case 'email-code':
      return content(codeEmail(texts, '123456'));
    case 'email-changed':
      return content(emailChangedEmail(texts, maskEmail(EMAIL), `${origin}/auth/undo-email-change${TOKEN}`));
    case 'club-welcome':
      return content(welcomeEmail(LATER)(club));
    case 'club-reminder':
      return content(reminderEmail({ period: 2, variant: 'A dozen reds', on: LATER, amount, card })(club));
    case 'club-declined':
      return content(cardDeclinedEmail({ amount, next: LATER })(club));
    case 'club-paused':
      return content(pausedForCardEmail(club));
    case 'club-sold-out':
      return content(soldOutEmail(LATER)(club));
    case 'club-skipped':
      return content(missedEmail(LATER)(club));
    case 'club-ended':
      return content(clubEndedEmail(club));
    case 'club-changed':
      return content(staffActionEmail('You paused your membership.')(club));
    case 'club-card':
      return content(cardLinkEmail(club));
    case 'club-address':
      return content(addressLinkEmail(club));
    case 'club-left':
      return content(clubCancelledEmail(club));
    case 'tier-reached':
      return content(tierEmail(texts, 'Grace', 'Gold', `${origin}/account`));
    case 'birthday':
      return content(couponEmail(texts, { ...coupon, occasion: 'birthday' }));
    case 'anniversary':
      return content(couponEmail(texts, { ...coupon, occasion: 'anniversary' }));
    case 'referral-credit':
      return content(creditEmail(texts, 'Grace', amount, `${origin}/account/referral`));
  }
}

/** Renders an email with data that no shopper has. */
export function renderSample(renderMail: RenderEmail, id: MailId, source: SampleSource): RenderedMail {
  const { template, data } = sampleMail(id, source);
  return template === 'order' ? renderMail(template, data) : renderMail(template, data);
}
