/** Zones of a market by postcode, with delivery fees by weight. None until the retailer adds one. */
import { z } from 'zod';
import { zoneSettingMessages as text } from '#domains/settings/messages/delivery-zones.ts';
import { isStorable } from '#lib/is-storable-text.ts';
import { toCents } from '#lib/money.ts';
import { toGrams } from '#lib/weight.ts';
import type { DeliveryZone, DeliveryZones, ShippingSettings } from '#markets/definition.ts';
import { deliveryRules } from '#markets/delivery.ts';
import type { Market } from '#markets/market.ts';
import { commonRange, formatRange, joinRanges, parsePostcodes } from '#markets/postcode-ranges.ts';
import { dollars, field, line, marketOfScope, type SettingIssue, settingGroup } from '../setting-group.ts';
import { freeSentence } from './shipping.ts';

const MAX_ZONES = 50;
const MAX_BANDS = 30;
const MAX_POSTCODES_LENGTH = 4_000;
const MAX_FEE = 1_000;
const MAX_KILOGRAMS = 5_000;
const MAX_KILOGRAM_FEE = 50;
const MAX_CASES = 1_000;
const MAX_THRESHOLD = 100_000;

const band = z.object({
  upTo: field(z.number().min(0.1, 'must be at least 0.1').max(MAX_KILOGRAMS, `must be at most ${MAX_KILOGRAMS}`).multipleOf(0.001), {
    title: 'Up to kilograms',
  }),
  fee: field(dollars(MAX_FEE), { title: 'Fee', unit: 'dollars' }),
});

const zone = z.object({
  name: field(line(60).min(1), { title: 'Name', description: 'Staff see it. Buyers do not.' }),
  postcodes: field(z.string().trim().min(1).max(MAX_POSTCODES_LENGTH).refine(isStorable, 'must be plain text'), {
    title: 'Postcodes',
    description: 'Single postcodes and ranges, separated by commas, such as 6000-6999, 0872.',
    isLong: true,
  }),
  isExcluded: field(z.boolean(), { title: 'Do not deliver here', description: 'The checkout says so at the postcode.' }),
  bands: field(z.array(band).max(MAX_BANDS), {
    title: 'Weight bands',
    description: 'From light to heavy. The first band that carries the order decides.',
    hasOwnOrder: true,
  }),
  perKilogram: field(dollars(MAX_KILOGRAM_FEE).nullable(), {
    title: 'Each further kilogram',
    description: 'Added for every started kilogram above the last band. Empty leaves the fee of the last band.',
    unit: 'dollars',
  }),
  freeDelivery: field(z.enum(['market', 'cases', 'value', 'never']), {
    title: 'Free delivery',
    labels: {
      market: 'As in the market',
      cases: 'From a number of cases',
      value: 'From an order value',
      never: 'Only by a promotion',
    },
  }),
  freeFrom: field(z.number().positive('must be more than 0').max(MAX_THRESHOLD).multipleOf(0.01).nullable(), {
    title: 'Free from',
    description: 'Cases or dollars after discounts. Empty if this zone has no limit of its own.',
  }),
});

const schema = z.object({
  zones: field(z.array(zone).max(MAX_ZONES), {
    title: 'Zones',
    description: 'A postcode belongs to one zone. Everywhere else the fees under Delivery apply.',
  }),
});
export type ZoneSettings = z.output<typeof schema>;
type Zone = ZoneSettings['zones'][number];

function checkFree({ freeDelivery, freeFrom }: Zone): string | null {
  const hasLimit = freeDelivery === 'cases' || freeDelivery === 'value';
  if (!hasLimit) return freeFrom === null ? null : text.freeFromUnused;
  if (freeFrom === null) return text.freeFromMissing(freeDelivery);
  return freeDelivery === 'cases' && (!Number.isInteger(freeFrom) || freeFrom > MAX_CASES) ? text.freeFromCases(MAX_CASES) : null;
}

function checkBands({ isExcluded, bands }: Zone, at: SettingIssue['path']): SettingIssue[] {
  if (bands.length === 0) return isExcluded ? [] : [{ path: at, message: text.noBands }];
  return bands.flatMap(({ upTo }, index) => {
    const before = bands[index - 1];
    return before && upTo <= before.upTo ? [{ path: [...at, index, 'upTo'], message: text.bandOrder(before.upTo) }] : [];
  });
}

function checkZones(zones: readonly Zone[], digits: number): SettingIssue[] {
  const parsed = zones.map((each) => {
    const { ranges, wrong } = parsePostcodes(each.postcodes, digits);
    return { each, ranges: joinRanges(ranges), wrong };
  });
  return parsed.flatMap(({ each, ranges, wrong }, index): SettingIssue[] => {
    const at = ['zones', index];
    const issues: SettingIssue[] = [...checkBands(each, [...at, 'bands'])];
    const free = checkFree(each);
    if (free !== null) issues.push({ path: [...at, 'freeFrom'], message: free });
    if (wrong)
      issues.push({
        path: [...at, 'postcodes'],
        message: wrong.isReversed ? text.reversed(wrong.part) : text.noPostcode(wrong.part, digits),
      });
    else if (ranges.length === 0) issues.push({ path: [...at, 'postcodes'], message: text.noPostcodes });
    for (const [other, earlier] of parsed.slice(0, index).entries()) {
      const { name } = earlier.each;
      if (name.toLowerCase() === each.name.toLowerCase()) issues.push({ path: [...at, 'name'], message: text.sameName(other + 1) });
      const common = commonRange(ranges, earlier.ranges);
      if (common) issues.push({ path: [...at, 'postcodes'], message: text.overlap(each.name, formatRange(common), name) });
    }
    return issues;
  });
}

export const DELIVERY_ZONES = settingGroup({
  id: 'delivery-zones',
  area: 'selling',
  scope: 'market',
  title: 'Delivery zones and rates',
  help: 'Delivery fees of groups of postcodes, by the weight of the order. Without a zone the fees under Delivery apply everywhere.',
  schema,
  affectsTotals: true,
  previewPath: 'cart',
  defaults: () => ({ zones: [] }),
  check: ({ zones }, scope) => checkZones(zones, deliveryRules(marketOfScope(scope)).address.postcodeDigits),
});

/** What the fees of zones depend on besides the zones. */
export interface ZoneContext {
  readonly market: Market;
  readonly shipping: Pick<ShippingSettings, 'freeMessage'>;
  /** Weight of a packed bottle. */
  readonly bottleKilograms: number;
}

function freeOf({ freeDelivery, freeFrom }: Zone, template: string): DeliveryZone['free'] {
  switch (freeDelivery) {
    case 'market':
      return null;
    case 'never':
      return { freeFromCases: null, freeFromCents: null, freeMessage: '' };
    case 'cases':
      return {
        freeFromCases: freeFrom,
        freeFromCents: null,
        freeMessage: freeSentence(template.includes('{cases}') ? template : text.freeFromCasesSentence, freeFrom, null),
      };
    case 'value':
      return {
        freeFromCases: null,
        freeFromCents: freeFrom === null ? null : toCents(freeFrom),
        freeMessage: freeSentence(template.includes('{amount}') ? template : text.freeFromValueSentence, null, freeFrom),
      };
  }
}

/** Converts the setting to the zones that fees are calculated with. @returns null if there are none */
export function toDeliveryZones({ zones }: ZoneSettings, { market, shipping, bottleKilograms }: ZoneContext): DeliveryZones | null {
  if (zones.length === 0) return null;
  const digits = deliveryRules(market).address.postcodeDigits;
  return {
    bottleGrams: toGrams(bottleKilograms),
    list: zones.map((each) => ({
      name: each.name,
      postcodes: parsePostcodes(each.postcodes, digits).ranges,
      isServed: !each.isExcluded,
      bands: each.bands.map(({ upTo, fee }) => ({ upToGrams: toGrams(upTo), cents: toCents(fee) })),
      perKilogramCents: toCents(each.perKilogram ?? 0),
      free: freeOf(each, shipping.freeMessage),
    })),
  };
}
