/** The calls that outside clients make keep method, path, parameters, access and the outermost fields of the result. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { accessContract } from '#domains/customers/access/contract.ts';
import { accountContract } from '#domains/customers/account/contract.ts';
import { identityContract } from '#domains/customers/identity/contract.ts';
import { loyaltyContract } from '#domains/customers/loyalty/contract.ts';
import { referralContract } from '#domains/customers/referrals/contract.ts';
import { favouriteContract } from '#domains/discovery/favourites/contract.ts';
import { searchContract } from '#domains/discovery/search/contract.ts';
import { pushContract } from '#domains/outbound/push/contract.ts';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { oneClickContract } from '#domains/selling/checkout/one-click-contract.ts';
import { promotionContract } from '#domains/selling/promotions/contract.ts';
import { shippingContract } from '#domains/selling/shipping/contract.ts';
import type { EndpointSpec } from '#lib/define-contract.ts';
import { CUSTOMER_FIELDS } from '#server/http/claimed-customer.ts';

const CALLS = [
  accessContract,
  accountContract,
  cartContract,
  checkoutContract,
  favouriteContract,
  identityContract,
  loyaltyContract,
  oneClickContract,
  promotionContract,
  pushContract,
  referralContract,
  searchContract,
  shippingContract,
].flatMap((contract) => Object.values<EndpointSpec>(contract));

/** `token`: required. `customer`: a customer id in the input requires its token. `cart`: a customer's cart requires its token. */
type Access = 'anyone' | 'token' | 'customer' | 'cart';

/** Requirement, method, path, parameters, access, fields of the result. */
const DOCUMENTED: readonly (readonly [string, 'GET' | 'POST', string, string, Access, string])[] = [
  ['[API-29]', 'POST', '/identity/api/validate-email', 'email', 'anyone', 'status'],
  ['[API-30]', 'GET', '/api/update-auth0-user-metadata', 'given_name family_name user_metadata app_metadata', 'token', 'data'],
  ['[API-31]', 'GET', '/api/get-auth0-user-with-metadata', '', 'token', 'data'],
  ['[API-32]', 'POST', '/api/check-social-identity', 'email', 'anyone', 'isSocial error'],
  ['[API-33]', 'POST', '/api/change-email__step-2', '', 'token', ''],
  ['[API-34]', 'POST', '/api/change-email__step-3', '', 'token', ''],
  ['[API-35]', 'GET', '/api/get-customer-group', 'customerID', 'customer', 'name'],
  ['[API-36]', 'GET', '/api/get-customer-id-by-email', 'email first_name last_name', 'token', 'list'],
  ['[API-38]', 'GET', '/api/get-promotion-by-code', 'code', 'anyone', 'data'],
  ['[API-39]', 'GET', '/api/get-single-promotion', 'promotionId', 'anyone', ''],
  ['[API-40]', 'GET', '/api/get-loyalty-config', '', 'anyone', 'market tiers'],
  ['[API-41]', 'GET', '/api/check-referral-code', 'bigcommerceId hubspotId', 'customer', 'code'],
  ['[API-42]', 'GET', '/api/get-hubspot-contact', '', 'token', 'properties'],
  ['[API-43]', 'GET', '/api/remove-user-tags-onesignal', 'externalUserId', 'token', ''],
  ['[API-44]', 'POST', '/api/add-cart-item', 'offer cartId productId customerId', 'customer', 'data'],
  ['[API-45]', 'POST', '/api/create-cart', 'customerId productId offer', 'customer', 'data'],
  ['[API-46]', 'GET', '/api/update-guest-cart-email', 'cartId email', 'cart', ''],
  ['[API-47]', 'GET', '/api/destroy-cart', 'cartId', 'cart', ''],
  ['[API-48]', 'GET', '/api/initialize-cart', 'cartId customerId', 'customer', 'data'],
  ['[API-49]', 'GET', '/api/merge-carts', 'cartIds cartId', 'cart', 'data'],
  ['[API-50]', 'GET', '/api/check-cart', 'cartId', 'anyone', ''],
  ['[API-51]', 'GET', '/api/remove-cart-item', 'cartId cartItemId', 'cart', 'data'],
  ['[API-52]', 'GET', '/api/update-cart-item', 'cartId cartItemId productId quantity', 'cart', 'data'],
  ['[API-53]', 'POST', '/api/add-coupon', 'cartId couponCode', 'cart', 'data'],
  ['[API-54]', 'GET', '/api/remove-coupon', 'cartId couponCode', 'cart', 'data'],
  ['[API-55]', 'GET', '/api/inventory-levels', 'ids', 'anyone', 'list'],
  ['[API-56]', 'GET', '/api/product-details', 'id', 'anyone', 'data'],
  ['[API-57]', 'GET', '/api/checkout-redirect-url', 'cartId email', 'cart', 'data'],
  ['[API-58]', 'POST', '/api/one-click-checkout-p1', 'customerID market cartId', 'customer', 'data'],
  ['[API-59]', 'POST', '/api/one-click-checkout-p2', 'customerID market cartId checkoutOrder', 'customer', 'data'],
  ['[API-60]', 'POST', '/api/process-payment', '', 'token', ''],
  ['[API-61]', 'GET', '/api/get-addresses-by-customerid', 'customerID', 'customer', ''],
  ['[API-62]', 'GET', '/api/get-stored-instruments-by-customerid', 'customerID defaultOnly', 'customer', ''],
  ['[API-63]', 'GET', '/api/get-favourite-items', 'user_id lastEvaluatedKey', 'anyone', 'Items Count lastEvaluatedKey'],
  ['[API-64]', 'POST', '/api/create-or-delete-favourite-item', 'user_id id', 'anyone', ''],
  ['[API-65]', 'POST', '/api/get-user-metadata', 'email', 'anyone', ''],
  ['[API-66]', 'POST', '/api/unlock-paywall', 'email password', 'anyone', 'status message'],
  ['[API-67]', 'GET', '/api/geolocation', '', 'anyone', 'geo'],
  ['[API-68]', 'GET', '/api/delivery-estimate', 'to', 'anyone', 'estimated_delivery'],
  ['[API-70]', 'GET', '/api/pre-search-algolia', 'index keyword', 'anyone', 'count'],
  ['[API-71]', 'GET', '/api/search-key', '', 'anyone', 'data'],
];

const words = (text: string): string[] => text.split(' ').filter(Boolean);

/** Returns `list` for an array, and the fields of an object. */
function resultFields(output: z.ZodType): string[] {
  const schema = z.toJSONSchema(output, { unrepresentable: 'any', io: 'output' });
  const alternatives = [schema, ...(schema.anyOf ?? [])].filter((part) => typeof part === 'object');
  if (alternatives.some(({ type }) => type === 'array')) return ['list'];
  return alternatives.flatMap(({ properties }) => Object.keys(properties ?? {}));
}

function accessOf({ requiresAuth, input, errors }: EndpointSpec): Access {
  if (CUSTOMER_FIELDS.some((field) => field in input.shape)) return 'customer';
  if (requiresAuth) return 'token';
  return 'cart_not_found' in errors && 'not_yours' in errors ? 'cart' : 'anyone';
}

describe('documented calls', () => {
  test.each(DOCUMENTED)('%s %s %s', (_id, method, path, parameters, access, result) => {
    const spec = CALLS.find((call) => call.path === path);

    expect(spec?.method).toBe(method);
    expect(Object.keys(spec?.input.shape ?? {})).toEqual(expect.arrayContaining(words(parameters)));
    expect(spec && accessOf(spec)).toBe(access);
    expect(spec && resultFields(spec.output)).toEqual(expect.arrayContaining(words(result)));
  });

  test('lie on paths of the shop, without an origin [API-3]', () => {
    expect(CALLS.filter(({ path }) => !path.startsWith('/'))).toEqual([]);
  });

  test('return a cart as `data`, and declare 204 where the cart can become empty [API-5, API-6, CART-31]', () => {
    const mutations = [cartContract.removeItem, cartContract.updateItem, cartContract.removeCoupon];
    for (const { output } of mutations) {
      expect(output.safeParse(null).success).toBe(true);
      expect(resultFields(output)).toEqual(['data']);
    }
    for (const { output } of [cartContract.addItem, cartContract.create, cartContract.initialize])
      expect(resultFields(output)).toEqual(['data']);
  });
});
