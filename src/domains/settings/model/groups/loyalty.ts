/** The loyalty programme of a market: tiers, thresholds, benefits and coupons [LOY-22]. */
import { z } from 'zod';
import { storableText } from '#lib/is-storable-text.ts';
import { type Market, marketSettings } from '#markets/market.ts';
import { dollars, field, marketOfScope, type SettingIssue, settingGroup } from '../setting-group.ts';

const MAX_SPEND = 1_000_000;
const MAX_BENEFITS = 12;

/** The tiers that a customer can have, from the lowest to the highest [LOY-9]. */
const PROGRAMME_TIERS = ['NEW', 'GREEN', 'SILVER', 'GOLD', 'BLACK', 'FOUNDERS'] as const;
const NO_COUPON = { birthday: 0, anniversary: 0 };

const tier = z.object({
  tier: field(z.enum(PROGRAMME_TIERS), {
    title: 'Tier',
    labels: { NEW: 'New', GREEN: 'Green', SILVER: 'Silver', GOLD: 'Gold', BLACK: 'Black', FOUNDERS: 'Founders' },
    description: 'What offers and customers refer to. It stays when you change the name.',
  }),
  name: field(storableText(40).min(1), { title: 'Name', description: 'As members see it.' }),
  spend: field(dollars(MAX_SPEND).nullable(), {
    title: 'Spending to reach it',
    description: 'Empty if you alone decide who has it.',
    unit: 'dollars',
  }),
  summary: field(storableText(240), { title: 'Summary' }),
  benefits: field(z.array(storableText(160).min(1)).max(MAX_BENEFITS), {
    title: 'Benefits',
    description: '{birthday} and {anniversary} are the values of the coupons.',
  }),
  birthday: field(dollars(MAX_SPEND), { title: 'Birthday coupon', description: '0 for none.' }),
  anniversary: field(dollars(MAX_SPEND), { title: 'Anniversary coupon', description: 'Each year after joining. 0 for none.' }),
  discountKind: field(z.enum(['dollar_value', 'percentage']), {
    title: 'Coupons take off',
    labels: { dollar_value: 'Dollars', percentage: 'Per cent of the order' },
  }),
});

const schema = z.object({
  windowMonths: field(z.number().int().min(1).max(60), {
    title: 'Spending counts for',
    description: 'Months after an order in which it counts towards a tier.',
    unit: 'months',
  }),
  couponDays: field(z.number().int().min(1).max(366), {
    title: 'Coupons are valid for',
    description: 'Coupons that were sent keep their end.',
    unit: 'days',
  }),
  tiers: field(z.array(tier).min(1).max(PROGRAMME_TIERS.length), {
    title: 'Tiers',
    description: 'Members keep a tier that they reached until the orders that took them there stop counting.',
    hasOwnOrder: true,
  }),
});

export type LoyaltyProgramme = z.output<typeof schema>;
export type LoyaltyTier = LoyaltyProgramme['tiers'][number];

const tierWith = (
  code: LoyaltyTier['tier'],
  spend: number | null,
  summary: string,
  benefits: readonly string[],
  coupons: Pick<LoyaltyTier, 'birthday' | 'anniversary'> = NO_COUPON,
): LoyaltyTier => ({
  tier: code,
  name: code.charAt(0) + code.slice(1).toLowerCase(),
  spend,
  summary,
  benefits: [...benefits],
  ...coupons,
  discountKind: 'dollar_value',
});

const BIRTHDAY = '{birthday} on your birthday';
const ANNIVERSARY = '{anniversary} on each anniversary of joining';

/** Creates the programme of a market that holds until the retailer saves one. */
export function defaultProgramme(market: Market): LoyaltyProgramme {
  const spend = marketSettings(market).loyaltySpend;
  return {
    windowMonths: 12,
    couponDays: 30,
    tiers: [
      tierWith('NEW', null, 'Before the first order.', ['Favourites and orders in one place']),
      tierWith('GREEN', 0, 'Everyone starts here.', ['Favourites and orders in one place', BIRTHDAY], { birthday: 10, anniversary: 0 }),
      tierWith(
        'SILVER',
        spend.SILVER,
        'For regulars who know their way around the shelves.',
        ['Offers for Silver members', BIRTHDAY, ANNIVERSARY],
        { birthday: 20, anniversary: 10 },
      ),
      tierWith('GOLD', spend.GOLD, 'Small parcels, shown to you first.', ['Offers for Gold members', BIRTHDAY, ANNIVERSARY], {
        birthday: 40,
        anniversary: 20,
      }),
      tierWith('BLACK', spend.BLACK, 'Parcels too small for the shelf go to you.', ['Offers for Black members', BIRTHDAY, ANNIVERSARY], {
        birthday: 75,
        anniversary: 50,
      }),
      tierWith('FOUNDERS', null, 'For the people who were here first.', ['Every tier’s offers', BIRTHDAY, ANNIVERSARY], {
        birthday: 75,
        anniversary: 50,
      }),
    ],
  };
}

/** Formats the value of a coupon within a sentence: `$20`, `$20.50`, `15%`. */
const formatCoupon = (value: number, kind: LoyaltyTier['discountKind']): string =>
  kind === 'percentage' ? `${value}%` : `$${Number.isInteger(value) ? value : value.toFixed(2)}`;

/** Returns the benefits of a tier with the values of its coupons in place of their names. */
export const benefitsOf = ({ benefits, birthday, anniversary, discountKind }: LoyaltyTier): string[] =>
  benefits.map((text) =>
    text
      .replaceAll('{birthday}', formatCoupon(birthday, discountKind))
      .replaceAll('{anniversary}', formatCoupon(anniversary, discountKind)),
  );

type Row = LoyaltyTier & { readonly index: number };

const at = (index: number, name: keyof LoyaltyTier, message: string): SettingIssue => ({ path: ['tiers', index, name], message });

/** Each tier and each name is listed once. */
function checkUnique(rows: readonly Row[]): SettingIssue[] {
  return rows.flatMap(({ index, tier: code, name }) => {
    const earlier = rows.slice(0, index);
    const sameTier = earlier.find((each) => each.tier === code);
    const sameName = earlier.find((each) => each.name.toLowerCase() === name.toLowerCase());
    return [
      ...(sameTier ? [at(index, 'tier', `is in row ${sameTier.index + 1} already; choose another tier`)] : []),
      ...(sameName ? [at(index, 'name', `is the name of row ${sameName.index + 1} already; choose another one`)] : []),
    ];
  });
}

/** Imported programmes may have several lines, forms may not: names are in subjects of emails. */
const checkLines = ({ index, name, summary }: Row): SettingIssue[] =>
  Object.entries({ name, summary }).flatMap(([part, text]) =>
    /\p{Cc}/u.test(text) ? [{ path: ['tiers', index, part], message: 'must be one line of plain text' }] : [],
  );

/** A higher tier needs more spending. Every customer begins with Green, and New is for those without an order. */
function checkThresholds(rows: readonly Row[]): SettingIssue[] {
  const issues: SettingIssue[] = [];
  const byRank = rows.toSorted((a, b) => PROGRAMME_TIERS.indexOf(a.tier) - PROGRAMME_TIERS.indexOf(b.tier));
  let highest: Row | null = null;
  for (const row of byRank) {
    const { index, tier: code, spend } = row;
    if (code === 'NEW' && spend !== null) issues.push(at(index, 'spend', 'must be empty; customers are new until their first order'));
    else if (code === 'GREEN' && spend !== 0) issues.push(at(index, 'spend', 'must be 0; every customer begins here'));
    else if (highest !== null && spend !== null && spend <= (highest.spend ?? 0))
      issues.push(at(index, 'spend', `must be more than the ${formatCoupon(highest.spend ?? 0, 'dollar_value')} of ${highest.name}`));
    if (code !== 'NEW' && spend !== null) highest = row;
  }
  return issues;
}

function checkCoupons({ index, birthday, anniversary, discountKind, benefits }: Row): SettingIssue[] {
  const values = { birthday, anniversary };
  return (['birthday', 'anniversary'] as const).flatMap((name) => [
    ...(discountKind === 'percentage' && values[name] > 100 ? [at(index, name, 'must be at most 100 per cent')] : []),
    ...(values[name] === 0 && benefits.some((text) => text.includes(`{${name}}`))
      ? [at(index, 'benefits', `names {${name}}, but there is no such coupon`)]
      : []),
  ]);
}

export const LOYALTY = settingGroup({
  id: 'loyalty',
  area: 'customers',
  scope: 'market',
  title: 'Loyalty',
  help: 'Tiers, what it takes to reach them, their benefits and coupons. Pages, emails and the account take names and numbers from here.',
  schema,
  previewPath: 'loyalty',
  defaults: (scope) => defaultProgramme(marketOfScope(scope)),
  check({ tiers }) {
    const rows = tiers.map((each, index) => ({ ...each, index }));
    return [
      ...(rows.some(({ tier: code }) => code === 'GREEN')
        ? []
        : [{ path: ['tiers'], message: 'must contain Green, with which every customer begins' }]),
      ...checkUnique(rows),
      ...checkThresholds(rows),
      ...rows.flatMap(checkLines),
      ...rows.flatMap(checkCoupons),
    ];
  },
});
