/** The steps from an empty shop to the first order. Their state is computed from the records, so that nothing has to be ticked off. */
import type { ConfirmedStep } from '#domains/settings/model/groups/opening.ts';
import type { Market } from '#markets/market.ts';
import { setupItemText as text } from '../messages/items.ts';

export const SETUP_STEPS = [
  'factor',
  'identity',
  'seller',
  'tax',
  'shipping',
  'mail',
  'payments',
  'pages',
  'wines',
  'test_order',
  'opening',
] as const;
export type SetupStepName = (typeof SETUP_STEPS)[number];

/** What can be done about an item besides opening its screen. */
export type SetupAction = 'confirm' | 'visit' | 'open';

/** What is there or missing in one place. */
export interface SetupItem {
  readonly id: string;
  /** Null for the whole shop. */
  readonly market: Market | null;
  readonly detail: string;
  readonly isDone: boolean;
  /** Screen where it is changed; null if there is none. */
  readonly to: string | null;
  readonly action: SetupAction | null;
}

export interface SetupStep {
  readonly name: SetupStepName;
  readonly isDone: boolean;
  readonly items: readonly SetupItem[];
}

export interface SiteFacts {
  readonly site: string;
  readonly market: Market;
  readonly host: string;
  readonly name: string;
  readonly hasLogo: boolean;
  /** True if the retailer has saved an identity, which may be the default. */
  readonly isSettled: boolean;
}

export type SellerField = 'name' | 'licence' | 'taxId';
/** State of a page that the law asks for. */
export type LegalPageState = 'missing' | 'starter' | 'done';

export interface MarketFacts {
  readonly market: Market;
  readonly missingSeller: readonly SellerField[];
  readonly taxPercent: number;
  readonly isTaxSettled: boolean;
  /** Fees in one sentence. */
  readonly shipping: string;
  readonly isShippingSettled: boolean;
  readonly terms: { readonly id: string | null; readonly state: LegalPageState };
  readonly privacy: { readonly id: string | null; readonly state: LegalPageState };
  /** Wines that a guest can buy. */
  readonly offers: number;
}

export interface SetupFacts {
  /** True if the shop is on hosts other than this machine's. */
  readonly isPublic: boolean;
  readonly sites: readonly SiteFacts[];
  readonly markets: readonly MarketFacts[];
  readonly mail: { readonly hasServer: boolean; readonly isOwnSender: boolean; readonly isTested: boolean };
  readonly payments: {
    /** Title of the gateway; null without one. */
    readonly gateway: string | null;
    readonly isTest: boolean;
    readonly hasKeys: boolean;
    readonly isTested: boolean;
  };
  /** People without a second factor. */
  readonly withoutFactor: number;
  readonly hasOrder: boolean;
  readonly isOpen: boolean;
}

const place = (id: string, detail: string, isDone: boolean, to: string | null, more: Partial<SetupItem> = {}): SetupItem => ({
  id,
  market: null,
  detail,
  isDone,
  to,
  action: null,
  ...more,
});

const pageItem = (name: 'terms' | 'privacy', { market, ...facts }: MarketFacts): SetupItem => {
  const { id, state } = facts[name];
  return place(`${name}:${market}`, text.page[name][state], state === 'done', id === null ? '/pages' : `/pages/${id}`, { market });
};

const confirmable = (step: ConfirmedStep, market: Market, detail: string, isDone: boolean): SetupItem =>
  place(`${step}:${market}`, detail, isDone, `/settings/${step}/${market}`, { market, action: isDone ? null : 'confirm' });

const MAIL = '/settings/mail/shop';
const PAYMENTS = '/settings/payments/shop';

function paymentItems({ isPublic, payments }: SetupFacts): SetupItem[] {
  const { gateway, isTest, hasKeys, isTested } = payments;
  if (gateway === null) return [place('gateway', text.noGateway, false, PAYMENTS)];
  if (isTest) return [place('gateway', isPublic ? text.testGatewayPublic(gateway) : text.testGateway(gateway), !isPublic, PAYMENTS)];
  return [
    place('gateway', hasKeys ? text.gateway(gateway) : text.gatewayKeys(gateway), hasKeys, PAYMENTS),
    place('gateway-test', isTested ? text.gatewayTested : text.gatewayUntested, isTested, PAYMENTS),
  ];
}

const ITEMS: Readonly<Record<Exclude<SetupStepName, 'opening'>, (facts: SetupFacts) => SetupItem[]>> = {
  factor: ({ withoutFactor }) => [
    place('factor', text.factor(withoutFactor), withoutFactor === 0, withoutFactor === 0 ? '/account' : '/staff'),
  ],
  identity: ({ sites }) =>
    sites.map(({ site, market, host, name, hasLogo, isSettled }) =>
      place(`identity:${site}`, text.identity(host, isSettled ? name : null, hasLogo), isSettled, `/settings/identity/${site}`, { market }),
    ),
  seller: ({ markets }) =>
    markets.map(({ market, missingSeller }) =>
      place(`seller:${market}`, text.seller(missingSeller), missingSeller.length === 0, `/settings/seller/${market}`, { market }),
    ),
  tax: ({ markets }) =>
    markets.map(({ market, taxPercent, isTaxSettled }) => confirmable('tax', market, text.tax(taxPercent), isTaxSettled)),
  shipping: ({ markets }) =>
    markets.map(({ market, shipping, isShippingSettled }) => confirmable('shipping', market, shipping, isShippingSettled)),
  mail: ({ isPublic, mail }) => [
    place('server', mail.hasServer ? text.mailServer : isPublic ? text.noMailServer : text.mailbox, mail.hasServer || !isPublic, MAIL),
    place('sender', mail.isOwnSender ? text.sender : text.sampleSender, mail.isOwnSender, MAIL),
    place('mail-test', mail.isTested ? text.mailTested : text.mailUntested, mail.isTested, MAIL),
  ],
  payments: paymentItems,
  pages: ({ markets }) => markets.flatMap((facts) => [pageItem('terms', facts), pageItem('privacy', facts)]),
  wines: ({ markets }) =>
    markets.map(({ market, offers }) => place(`wines:${market}`, text.wines(offers), offers > 0, '/imports', { market })),
  test_order: ({ hasOrder }) => [
    place('order', hasOrder ? text.order : text.noOrder, hasOrder, hasOrder ? '/orders' : null, { action: hasOrder ? null : 'visit' }),
  ],
};

/** Steps of which one finished item is enough: a shop may begin with one of its sites, and sell in one of its markets. */
const ONE_IS_ENOUGH: readonly SetupStepName[] = ['identity', 'wines'];

/** Computes all steps. The last one can be done once all others are. */
export function setupSteps(facts: SetupFacts): readonly SetupStep[] {
  const steps = SETUP_STEPS.flatMap((name): SetupStep[] => {
    if (name === 'opening') return [];
    const items = ITEMS[name](facts);
    const isDone = ONE_IS_ENOUGH.includes(name) ? items.some((item) => item.isDone) : items.every((item) => item.isDone);
    return [{ name, isDone, items }];
  });
  const left = steps.filter(({ isDone }) => !isDone).length;
  const opening = place('open', text.opening(facts.isOpen, left), facts.isOpen, '/settings/opening/shop', {
    action: !facts.isOpen && left === 0 ? 'open' : null,
  });
  return [...steps, { name: 'opening', isDone: facts.isOpen, items: [opening] }];
}
