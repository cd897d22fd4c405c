/** One case of every call that changes something, for tests that send it twice with one `Idempotency-Key`. */
import { randomUUID } from 'node:crypto';
import { accessContract } from '../../src/access/contract.ts';
import { cardContract } from '../../src/account/card-contract.ts';
import { accountContract } from '../../src/account/contract.ts';
import { creditContract } from '../../src/account/credit-contract.ts';
import { type Cart, cartContract } from '../../src/cart/contract.ts';
import { checkoutContract } from '../../src/checkout/contract.ts';
import { oneClickContract } from '../../src/checkout/one-click-contract.ts';
import { contentContract } from '../../src/content/contract.ts';
import { errorReportContract } from '../../src/error-reports/contract.ts';
import { favouriteContract } from '../../src/favourites/contract.ts';
import { giftCardContract } from '../../src/gift-card/contract.ts';
import { giftDetails } from '../../src/gift-card/gift-details.ts';
import { issueGiftCard } from '../../src/gift-card/server/gift-cards.ts';
import { identityContract } from '../../src/identity/contract.ts';
import type { EndpointSpec } from '../../src/platform/contract.ts';
import { pushContract } from '../../src/push/contract.ts';
import { referralContract } from '../../src/referral/contract.ts';
import { gatewayContract } from '../../src/sandbox-gateway/contract.ts';
import { membershipContract } from '../../src/wine-club/contract.ts';
import { DATE_OF_BIRTH, buyer, DETAILS, payAt, yes } from './buyer.ts';
import { storeAddress, storeCard } from './clubs.ts';
import { PASSWORD, type TestCustomer, createTestCustomer, tokenFor } from './customer.ts';
import { mailTo } from './mailbox.ts';
import type { FakePushService } from './push-service.ts';
import type { TestShop } from './shop.ts';

export interface Sent {
  readonly input: Readonly<Record<string, unknown>>;
  readonly bearer?: string;
  /** Another input, which the key is refused with. Left out where there is none. */
  readonly other?: Readonly<Record<string, unknown>>;
}

export interface Repeated {
  readonly spec: EndpointSpec;
  readonly given: () => Promise<Sent>;
  /** It is run again for a repeat, which is harmless: tables that then change, and whether the answer is another one. */
  readonly rerun?: { readonly tables?: readonly string[]; readonly answersAnew?: true };
}

export const ADDRESS = {
  firstName: 'Grace',
  lastName: 'Hopper',
  phone: '0412 345 678',
  address: '1 Queens Parade',
  suburb: 'Clifton Hill',
  state: 'VIC',
  postcode: '3068',
};

/** A shop and a push service that are opened later, before the first case runs. */
export interface RepeatedIn {
  readonly shop: TestShop;
  readonly service: FakePushService;
}

/** The cases. What each needs is made in the shop when it runs. */
export function repeatedCalls(at: RepeatedIn): readonly Repeated[] {
  const member = () => createTestCustomer(at.shop, { withPassword: true });
  const cartWith = async (customer?: TestCustomer): Promise<Cart> => {
    const options = customer ? { bearer: customer.bearer } : {};
    return yes(await at.shop.call(cartContract).create({ offer: {}, productId: 1, customerId: customer?.id ?? 0 }, options)).data;
  };
  const giftCard = () =>
    at.shop.database.transaction(
      async (transaction) =>
        (await issueGiftCard(transaction, { market: 'AU', cents: 5_000, bought: null, details: giftDetails.parse({}), sendAt: null })) ??
        '',
    );
  const idAt = (nextUrl: string): string => nextUrl.split('/').at(-1) ?? '';
  /** A guest's payment page. */
  const payment = async (): Promise<string> => yes(await (await buyer(at.shop, [1])).place()).data.nextUrl;
  /** A customer who can buy with one click, and their cart. */
  const readyToBuy = async () => {
    const customer = await member();
    yes(await at.shop.call(accountContract).saveAddress(ADDRESS, { bearer: customer.bearer }));
    const id = await storeCard(at.shop, customer.id);
    yes(await at.shop.call(accountContract).defaultInstrument({ id }, { bearer: customer.bearer }));
    const scope = { customerID: customer.id, market: 'AU' as const, cartId: (await cartWith(customer)).id };
    return { bearer: customer.bearer, scope };
  };
  /** A customer with a club membership. */
  const clubMember = async () => {
    const customer = await member();
    const instrumentId = await storeCard(at.shop, customer.id);
    const choice = { clubId: 'table', variantId: 'dozen', frequencyId: 'monthly' };
    const input = { ...choice, details: DETAILS, dateOfBirth: DATE_OF_BIRTH, agrees: true, expectedTotal: 159.9, instrumentId };
    return { ...customer, input, instrumentId };
  };
  const joined = async () => {
    const who = await clubMember();
    const { membershipId } = yes(await at.shop.call(membershipContract).join(who.input, { bearer: who.bearer })).data;
    return { ...who, membershipId };
  };
  const joinedPaused = async () => {
    const who = await joined();
    yes(await at.shop.call(membershipContract).pause({ membershipId: who.membershipId }, { bearer: who.bearer }));
    return who;
  };
  /** The checkout of a customer, by the token in its address. */
  const checkoutOf = async (customer: TestCustomer): Promise<string> => {
    const { id: cartId } = await cartWith(customer);
    return idAt(yes(await at.shop.call(checkoutContract).redirectUrl({ cartId }, { bearer: customer.bearer })).data.checkoutUrl);
  };

  const cart = (spec: EndpointSpec, more: (made: Cart) => Readonly<Record<string, unknown>>): Repeated => ({
    spec,
    given: async () => {
      const made = await cartWith();
      return { input: { cartId: made.id, ...more(made) } };
    },
  });
  const inAccount = (spec: EndpointSpec, sent: (customer: TestCustomer) => Promise<Omit<Sent, 'bearer'>>): Repeated => ({
    spec,
    given: async () => {
      const customer = await member();
      return { ...(await sent(customer)), bearer: customer.bearer };
    },
  });
  const inCheckout = (spec: EndpointSpec, sent: (token: string) => Promise<Omit<Sent, 'bearer'>>): Repeated =>
    inAccount(spec, async (customer) => sent(await checkoutOf(customer)));
  const inClub = (spec: EndpointSpec, more: (who: Awaited<ReturnType<typeof joined>>) => Promise<object> = async () => ({})): Repeated => ({
    spec,
    given: async () => {
      const who = await joined();
      return { input: { membershipId: who.membershipId, ...(await more(who)) }, bearer: who.bearer };
    },
  });

  async function subscribed(): Promise<string> {
    const browser = at.service.browser(randomUUID());
    yes(await at.shop.call(pushContract).subscribe({ ...browser }));
    return browser.endpoint;
  }

  /** An error that a page has told of. */
  async function reportedError(): Promise<string> {
    const id = randomUUID();
    await at.shop.database.execute({
      text: `with grouped as (insert into error_groups (fingerprint, side, class, message, component) values ($1, 'browser', 'Error', 'broken', '')
        returning fingerprint) insert into error_notices (id, fingerprint, notice) select $1::uuid, fingerprint, '{}' from grouped`,
      values: [id],
    });
    return id;
  }

  return [
    { spec: cartContract.create, given: async () => ({ input: { offer: {}, productId: 1 }, other: { offer: {}, productId: 2 } }) },
    cart(cartContract.addItem, () => ({ offer: {}, productId: 1 })),
    cart(cartContract.removeItem, ({ lineItems }) => ({ cartItemId: lineItems[0]?.id })),
    cart(cartContract.updateItem, ({ lineItems }) => ({ cartItemId: lineItems[0]?.id, productId: 1, quantity: 3 })),
    cart(cartContract.addCoupon, () => ({ couponCode: 'TENOFF' })),
    cart(cartContract.removeCoupon, () => ({ couponCode: 'TENOFF' })),
    cart(cartContract.updateGuestEmail, () => ({ email: 'grace@example.com' })),
    cart(cartContract.destroy, () => ({})),
    { spec: cartContract.merge, given: async () => ({ input: { cartIds: JSON.stringify([(await cartWith()).id, (await cartWith()).id]) } }) },

    inAccount(identityContract.changeEmailStep2, async () => ({
      input: { email: `${randomUUID()}@example.com`, password: PASSWORD },
      other: { email: 'another@example.com', password: PASSWORD },
    })),
    inAccount(identityContract.changeEmailStep3, async ({ bearer }) => {
      const email = `${randomUUID()}@example.com`;
      const asked = { email, password: PASSWORD };
      yes(await at.shop.call(identityContract).changeEmailStep2(asked, { bearer }));
      const code = /\b\d{6}\b/.exec((await mailTo(at.shop, email, 'Your code')).text)?.[0] ?? '';
      return { input: { code }, other: { code: code === '000000' ? '000001' : '000000' } };
    }),
    inAccount(identityContract.updateMetadata, async () => ({ input: { given_name: 'Ada' }, other: { given_name: 'Eve' } })),

    inAccount(accountContract.saveProfile, async () => ({
      input: { givenName: 'Ada', familyName: 'Lovelace', phone: '', birthday: '1980-02-29' },
      other: { givenName: 'Eve', familyName: 'Lovelace', phone: '', birthday: '1980-02-29' },
    })),
    inAccount(accountContract.saveConsent, async () => ({ input: { email: true, sms: true }, other: { email: false, sms: true } })),
    inAccount(accountContract.changePassword, async () => ({
      input: { currentPassword: PASSWORD, newPassword: 'a longer cellar key' },
      other: { currentPassword: PASSWORD, newPassword: 'yet another cellar key' },
    })),
    inAccount(accountContract.sendVerification, async ({ id }) => {
      await at.shop.database.execute({ text: 'update customers set email_verified = false where id = $1', values: [id] });
      return { input: {} };
    }),
    inAccount(accountContract.saveAddress, async () => ({ input: ADDRESS, other: { ...ADDRESS, address: '2 Queens Parade' } })),
    inAccount(accountContract.removeAddress, async ({ bearer }) => {
      const [made] = yes(await at.shop.call(accountContract).saveAddress(ADDRESS, { bearer })).data;
      return { input: { id: made?.id }, other: { id: 1 } };
    }),
    inAccount(accountContract.defaultAddress, async ({ bearer }) => {
      yes(await at.shop.call(accountContract).saveAddress(ADDRESS, { bearer }));
      const two = yes(await at.shop.call(accountContract).saveAddress({ ...ADDRESS, address: '2 Lane' }, { bearer })).data;
      return { input: { id: two.find(({ isDefault }) => !isDefault)?.id }, other: { id: 1 } };
    }),
    inAccount(accountContract.removeInstrument, async ({ id }) => ({
      input: { id: await storeCard(at.shop, id) },
      other: { id: randomUUID() },
    })),
    inAccount(accountContract.defaultInstrument, async ({ id }) => ({
      input: { id: await storeCard(at.shop, id) },
      other: { id: randomUUID() },
    })),
    inAccount(accountContract.endSessions, async (customer) => {
      await tokenFor(at.shop, { id: customer.id, subject: customer.subject });
      return { input: {}, other: { id: randomUUID() } };
    }),
    inAccount(cardContract.add, async () => ({ input: {} })),
    {
      ...inAccount(cardContract.settle, async ({ bearer }) => {
        const { setupId, nextUrl } = yes(await at.shop.call(cardContract).add({}, { bearer })).data;
        await payAt(at.shop, nextUrl);
        return { input: { setupId } };
      }),
      rerun: {},
    },
    inAccount(creditContract.moveGiftCard, async () => ({ input: { code: await giftCard() }, other: { code: await giftCard() } })),

    inAccount(favouriteContract.change, async ({ subject }) => ({
      input: { user_id: subject, id: 'plenty', sku_code: 'SKU-plenty' },
      other: { user_id: subject, id: 'dozen', sku_code: 'SKU-dozen' },
    })),
    inAccount(favouriteContract.merge, async () => {
      const user_id = randomUUID();
      yes(await at.shop.call(favouriteContract).change({ user_id, id: 'plenty', sku_code: 'SKU-plenty' }));
      return { input: { user_id }, other: { user_id: randomUUID() } };
    }),
    { ...inAccount(referralContract.check, async ({ id }) => ({ input: { bigcommerceId: id, hubspotId: '' } })), rerun: {} },

    {
      ...inAccount(checkoutContract.redirectUrl, async (customer) => ({ input: { cartId: (await cartWith(customer)).id } })),
      // Its link is a secret that the shop does not store, so a repeat makes another one to the same cart.
      rerun: { tables: ['checkouts'], answersAnew: true },
    },
    inCheckout(checkoutContract.saveDetails, async (token) => ({
      input: { token, details: DETAILS },
      other: { token, details: { ...DETAILS, firstName: 'Eve' } },
    })),
    inCheckout(checkoutContract.addGiftCard, async (token) => ({
      input: { token, code: await giftCard() },
      other: { token, code: await giftCard() },
    })),
    inCheckout(checkoutContract.removeGiftCard, async (token) => {
      const added = yes(await at.shop.call(checkoutContract).addGiftCard({ token, code: await giftCard() })).data;
      return { input: { token, id: added.tenders.giftCards[0]?.id }, other: { token, id: randomUUID() } };
    }),
    inCheckout(checkoutContract.spendCredit, async (token) => ({ input: { token, use: true }, other: { token, use: false } })),
    {
      spec: checkoutContract.placeOrder,
      given: async () => {
        const { token, cart: made } = await buyer(at.shop, [1]);
        return { input: { token, details: DETAILS, dateOfBirth: DATE_OF_BIRTH, expectedTotal: made.cartTotal } };
      },
      rerun: {},
    },
    {
      spec: checkoutContract.settle,
      given: async () => {
        const guest = await buyer(at.shop, [1]);
        await guest.pay(yes(await guest.place()).data.nextUrl);
        return { input: { token: guest.token } };
      },
      rerun: {},
    },

    {
      spec: oneClickContract.p1,
      given: async () => {
        const { bearer, scope } = await readyToBuy();
        return { input: scope, bearer };
      },
      rerun: { tables: ['checkouts'] },
    },
    {
      spec: oneClickContract.p2,
      given: async () => {
        const { bearer, scope } = await readyToBuy();
        return { input: { ...scope, checkoutOrder: yes(await at.shop.call(oneClickContract).p1(scope, { bearer })).data }, bearer };
      },
      rerun: {},
    },
    ...[oneClickContract.processPayment, oneClickContract.settle].map(
      (spec): Repeated => ({
        spec,
        given: async () => {
          const { bearer, scope } = await readyToBuy();
          const checkoutOrder = yes(await at.shop.call(oneClickContract).p1(scope, { bearer })).data;
          const { orderId, paymentToken } = yes(await at.shop.call(oneClickContract).p2({ ...scope, checkoutOrder }, { bearer })).data;
          return { input: spec === oneClickContract.settle ? { orderId } : { orderId, paymentToken }, bearer };
        },
        rerun: {},
      }),
    ),
    { spec: giftCardContract.balance, given: async () => ({ input: { code: await giftCard() } }), rerun: {} },

    {
      spec: gatewayContract.pay,
      given: async () => ({ input: { id: idAt(await payment()), cardToken: 'card_success', expiryMonth: 9, expiryYear: 2031 } }),
    },
    {
      spec: gatewayContract.confirm,
      given: async () => {
        const nextUrl = await payment();
        await payAt(at.shop, nextUrl, 'card_confirm');
        return { input: { id: idAt(nextUrl), approve: true } };
      },
    },
    { spec: gatewayContract.giveUp, given: async () => ({ input: { id: idAt(await payment()) } }) },

    {
      spec: contentContract.sendForm,
      given: async () => ({
        input: { path: '/about', formId: 'contact', values: { message: 'Hello' } },
        other: { path: '/about', formId: 'contact', values: { message: 'Bye' } },
      }),
    },
    {
      spec: accessContract.unlockPaywall,
      given: async () => ({
        input: { email: `${randomUUID()}@example.com`, password: 'claret' },
        other: { email: 'another@example.com', password: 'claret' },
      }),
    },
    {
      spec: errorReportContract.describe,
      given: async () => {
        const id = await reportedError();
        return { input: { id, words: 'It broke.' }, other: { id, words: 'It broke again.' } };
      },
    },

    {
      spec: pushContract.subscribe,
      given: async () => ({ input: { ...at.service.browser(randomUUID()) }, other: { ...at.service.browser(randomUUID()) } }),
    },
    {
      spec: pushContract.unsubscribe,
      given: async () => ({ input: { endpoint: await subscribed() }, other: { endpoint: await subscribed() } }),
    },
    {
      spec: pushContract.tag,
      given: async () => {
        const tags = { endpoint: await subscribed(), cart_item: 'A wine', cart_image: '/a.png', cart_update: '1700000000' };
        return { input: tags, other: { ...tags, cart_item: 'Another wine' } };
      },
    },
    inAccount(pushContract.removeUserTags, async ({ subject }) => ({ input: { externalUserId: subject }, other: { externalUserId: '1' } })),

    {
      spec: membershipContract.join,
      given: async () => {
        const { input, bearer } = await clubMember();
        return { input, bearer };
      },
    },
    { ...inClub(membershipContract.settle), rerun: {} },
    inClub(membershipContract.skip, async () => ({ period: 2 })),
    {
      spec: membershipContract.unskip,
      given: async () => {
        const { membershipId, bearer } = await joined();
        yes(await at.shop.call(membershipContract).skip({ membershipId, period: 2 }, { bearer }));
        return { input: { membershipId, period: 2 }, bearer };
      },
    },
    inClub(membershipContract.pause),
    {
      spec: membershipContract.resume,
      given: async () => {
        const { membershipId, bearer } = await joinedPaused();
        return { input: { membershipId }, bearer };
      },
    },
    inClub(membershipContract.swap, async () => ({ variantId: 'six', frequencyId: 'monthly' })),
    inClub(membershipContract.changeCard, async ({ id }) => ({ instrumentId: await storeCard(at.shop, id) })),
    inClub(membershipContract.changeAddress, async ({ id }) => ({
      addressId: await storeAddress(at.shop, id, { suburb: 'Clifton Hill', state: 'VIC', postcode: '3068' }),
    })),
    inClub(membershipContract.cancel, async () => ({ why: 'too-much' })),
  ];
}
