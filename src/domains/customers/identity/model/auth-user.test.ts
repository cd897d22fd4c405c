import { expect, test } from 'vitest';
import { authUser, withAccountDetails } from './auth-user.ts';
import { CLAIMS } from './claims.ts';

const app = { LOYALTY_TIER_AU: 'BLACK', BIGCOMMERCE_AU_CUSTOMER_ID: 12, BIGCOMMERCE_SG_CUSTOMER_ID: '12', BIGCOMMERCE_AU_CART_ID: 'c1' };
const claims = {
  sub: 's',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  [CLAIMS.appMetadata]: app,
  [CLAIMS.customerGroup]: { name: 'BLACK' },
};

const cases = [
  {
    name: 'the market’s tier, id, cart and group',
    input: claims,
    market: 'AU',
    is: { loyalty_tier: 'BLACK', customerId: 12, cartId: 'c1', customer_group: 'BLACK' },
  },
  {
    name: 'GREEN, and its group, where the market has no tier',
    input: claims,
    market: 'SG',
    is: { loyalty_tier: 'GREEN', customerId: 12, cartId: null, customer_group: 'GREEN' },
  },
  {
    name: 'staff in every market',
    input: { ...claims, [CLAIMS.customerGroup]: { name: 'STAFF' } },
    market: 'SG',
    is: { customer_group: 'STAFF', loyalty_tier: 'GREEN' },
  },
  {
    name: 'the address where there is no name',
    input: { email: 'a@example.com' },
    market: 'AU',
    is: { name: 'a@example.com', customerId: 0 },
  },
  {
    name: 'empty for claims of another kind',
    input: { email: 7, [CLAIMS.appMetadata]: 'x', [CLAIMS.customerGroup]: null },
    market: 'AU',
    is: { email: '', customerId: 0, customer_group: '', loyalty_tier: 'GREEN' },
  },
] as const;
test.each(cases)('maps the claims to $name [ID-32, ID-33, ID-34]', ({ input, market, is }) => {
  expect(authUser(input, market)).toMatchObject(is);
});

test('changes the group of a tier with the tier, but not the group STAFF [ID-34]', () => {
  const user = authUser({ sub: 'a' }, 'AU');

  expect(withAccountDetails({ ...user, customer_group: 'GREEN' }, { loyalty_tier: 'GOLD' })).toMatchObject({
    loyalty_tier: 'GOLD',
    customer_group: 'GOLD',
  });
  expect(withAccountDetails({ ...user, customer_group: 'STAFF' }, { loyalty_tier: 'GOLD' })).toMatchObject({ customer_group: 'STAFF' });
});
