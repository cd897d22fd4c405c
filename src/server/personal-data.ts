/** Sources of personal data. Gift cards come before orders, by which they are found, and the account last, because the others find it by its id. */

import { formData } from '#domains/content/server/form-entry.repository.ts';
import { paywallData } from '#domains/customers/access/server/unlock.repository.ts';
import { accountData } from '#domains/customers/account/server/account.repository.ts';
import type { PersonalData } from '#domains/customers/account/server/personal-data.ts';
import { consentData } from '#domains/customers/consent/server/consent.repository.ts';
import { loyaltyData } from '#domains/customers/loyalty/server/loyalty.repository.ts';
import { referralData } from '#domains/customers/referrals/server/referral.repository.ts';
import { favouriteData } from '#domains/discovery/favourites/server/favourite-record.repository.ts';
import { eventData } from '#domains/outbound/analytics/server/event.repository.ts';
import { mailData } from '#domains/outbound/dev-mailbox/server/personal-mail.repository.ts';
import { mailLogData } from '#domains/outbound/mail/server/mail-log.repository.ts';
import { pushData } from '#domains/outbound/push/server/subscription.repository.ts';
import { cartData } from '#domains/selling/cart/server/cart.repository.ts';
import { claimData } from '#domains/selling/claims/server/claim.repository.ts';
import { wineClubData } from '#domains/selling/clubs/server/personal-membership.repository.ts';
import { draftOrderData } from '#domains/selling/draft-orders/server/draft-order.repository.ts';
import { giftCardData } from '#domains/selling/gift-cards/server/personal-gift-card.repository.ts';
import { orderData } from '#domains/selling/orders/server/customer-order.repository.ts';
import { creditData } from '#domains/selling/store-credit/server/credit.repository.ts';
import { viewData } from '#domains/staff/server/view-data.repository.ts';

export const PERSONAL_DATA: readonly PersonalData[] = [
  giftCardData,
  // Before orders, which delete checkouts.
  draftOrderData,
  // Before the orders, which lose their customer.
  claimData,
  orderData,
  cartData,
  creditData,
  favouriteData,
  loyaltyData,
  referralData,
  wineClubData,
  formData,
  paywallData,
  eventData,
  pushData,
  consentData,
  mailData,
  mailLogData,
  viewData,
  accountData,
];
