/** Every part of the shop that keeps something of a person. The account itself comes last: the others find it by its id. */
import { paywallData } from '../../access/server/paywall.ts';
import { accountData, type PersonalData } from '../../account/server/personal-data.ts';
import { eventData } from '../../analytics/server/event-store.ts';
import { cartData } from '../../cart/server/personal-carts.ts';
import { consentData } from '../../consent/server/consents.ts';
import { formData } from '../../content/server/form-entries.ts';
import { creditData } from '../../credit/server/credit-records.ts';
import { favouriteData } from '../../favourites/server/favourite-records.ts';
import { loyaltyData } from '../../loyalty/server/personal-loyalty.ts';
import { mailData } from '../../mailbox/server/personal-mail.ts';
import { orderData } from '../../orders/server/customer-orders.ts';
import { pushData } from '../../push/server/subscriptions.ts';
import { referralData } from '../../referral/server/personal-referrals.ts';
import { wineClubData } from '../../wine-club/server/personal-memberships.ts';

export const PERSONAL_DATA: readonly PersonalData[] = [
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
  accountData,
];
