import { describe, expect, test } from 'vitest';
import { type MarketFacts, SETUP_STEPS, type SetupFacts, type SetupStepName, type SiteFacts, setupSteps } from './steps.ts';

const AU: MarketFacts = {
  market: 'AU',
  missingSeller: [],
  taxPercent: 10,
  isTaxSettled: true,
  shipping: '$9.90 per order',
  isShippingSettled: true,
  terms: { id: 'terms-au', state: 'done' },
  privacy: { id: 'privacy-au', state: 'done' },
  offers: 3,
};
const SITE: SiteFacts = { site: 'au-wine', market: 'AU', host: 'hill.example', name: 'Hill', hasLogo: true, isSettled: true };
const READY: SetupFacts = {
  isPublic: true,
  sites: [SITE],
  markets: [AU],
  mail: { hasServer: true, isOwnSender: true, isTested: true },
  payments: { gateway: 'Stripe', isTest: false, hasKeys: true, isTested: true },
  withoutFactor: 0,
  hasOrder: true,
  isOpen: false,
};
const missingIn = (facts: SetupFacts): readonly SetupStepName[] => setupSteps(facts).flatMap(({ name, isDone }) => (isDone ? [] : [name]));
const stepOf = (facts: SetupFacts, name: SetupStepName) => setupSteps(facts).find((step) => step.name === name);
const withMarket = (change: Partial<MarketFacts>): SetupFacts => ({ ...READY, markets: [{ ...AU, ...change }] });

describe('the steps of a new shop', () => {
  test('end with going live, which can be done once all others are', () => {
    expect(setupSteps(READY).map(({ name }) => name)).toEqual(SETUP_STEPS);
    expect(missingIn(READY)).toEqual(['opening']);
    expect(stepOf(READY, 'opening')?.items).toMatchObject([{ action: 'open', isDone: false }]);
    expect(stepOf({ ...READY, hasOrder: false }, 'opening')?.items).toMatchObject([
      { action: null, detail: 'The shop is closed. 1 step is left' },
    ]);
    expect(missingIn({ ...READY, isOpen: true })).toEqual([]);
  });

  test.each<{ name: string; facts: SetupFacts; missing: SetupStepName; detail: string }>([
    {
      name: 'a site that nobody named',
      facts: { ...READY, sites: [{ ...SITE, isSettled: false }] },
      missing: 'identity',
      detail: 'hill.example: still has the name and logo of the sample',
    },
    {
      name: 'a missing licence',
      facts: withMarket({ missingSeller: ['licence'] }),
      missing: 'seller',
      detail: 'Missing: the liquor licence',
    },
    {
      name: 'a seller of the sample',
      facts: withMarket({ missingSeller: ['name', 'licence', 'taxId'] }),
      missing: 'seller',
      detail: 'Missing: the company, the liquor licence and the tax number',
    },
    {
      name: 'a tax that nobody confirmed',
      facts: withMarket({ isTaxSettled: false }),
      missing: 'tax',
      detail: 'Prices contain 10% tax',
    },
    { name: 'fees that nobody confirmed', facts: withMarket({ isShippingSettled: false }), missing: 'shipping', detail: '$9.90 per order' },
    {
      name: 'no mail server',
      facts: { ...READY, mail: { ...READY.mail, hasServer: false } },
      missing: 'mail',
      detail: 'Missing: the mail server',
    },
    {
      name: 'the sender of the sample',
      facts: { ...READY, mail: { ...READY.mail, isOwnSender: false } },
      missing: 'mail',
      detail: 'The sender is still that of the sample shop',
    },
    {
      name: 'no test email',
      facts: { ...READY, mail: { ...READY.mail, isTested: false } },
      missing: 'mail',
      detail: 'Send yourself a test email',
    },
    {
      name: 'no gateway',
      facts: { ...READY, payments: { gateway: null, isTest: false, hasKeys: false, isTested: false } },
      missing: 'payments',
      detail: 'Choose the gateway that takes payments',
    },
    {
      name: 'a gateway for test cards',
      facts: { ...READY, payments: { gateway: 'Sandbox', isTest: true, hasKeys: true, isTested: false } },
      missing: 'payments',
      detail: 'Sandbox: enough for the test order. Choose one that takes real payments before you open',
    },
    {
      name: 'missing keys',
      facts: { ...READY, payments: { ...READY.payments, hasKeys: false } },
      missing: 'payments',
      detail: 'Stripe is chosen. Its keys are missing',
    },
    {
      name: 'keys that nobody tried',
      facts: { ...READY, payments: { ...READY.payments, isTested: false } },
      missing: 'payments',
      detail: 'Test the connection',
    },
    {
      name: 'starter text',
      facts: withMarket({ terms: { id: 'terms-au', state: 'starter' } }),
      missing: 'pages',
      detail: 'Terms of sale: still has starter text',
    },
    {
      name: 'no privacy page',
      facts: withMarket({ privacy: { id: null, state: 'missing' } }),
      missing: 'pages',
      detail: 'Privacy: there is no page yet',
    },
    { name: 'no wine', facts: withMarket({ offers: 0 }), missing: 'wines', detail: 'No wine on sale yet' },
    {
      name: 'a person without a second factor',
      facts: { ...READY, withoutFactor: 1 },
      missing: 'factor',
      detail: '1 person has no second factor',
    },
    { name: 'no order', facts: { ...READY, hasOrder: false }, missing: 'test_order', detail: 'Buy something' },
  ])('lack $missing with $name', ({ facts, missing, detail }) => {
    expect(missingIn(facts)).toEqual([missing, 'opening']);
    const details = stepOf(facts, missing)?.items.flatMap((item) => (item.isDone ? [] : [item.detail]));
    expect(details).toEqual([expect.stringContaining(detail)]);
  });

  test('are content with the sandbox and the mailbox on this machine', () => {
    const local: SetupFacts = {
      ...READY,
      isPublic: false,
      mail: { ...READY.mail, hasServer: false },
      payments: { gateway: 'Sandbox', isTest: true, hasKeys: true, isTested: false },
    };

    expect(missingIn(local)).toEqual(['opening']);
  });

  test('ask each market for its seller and its pages, but only one for a wine', () => {
    const SG: MarketFacts = { ...AU, market: 'SG', offers: 0, missingSeller: ['name'] };

    expect(missingIn({ ...READY, markets: [AU, SG] })).toEqual(['seller', 'opening']);
  });
});
