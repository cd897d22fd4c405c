/** Delivery fees, zones and free delivery of a market [SHIP-1 to SHIP-13]. */
import { z } from 'zod';
import { toCents } from '#lib/money.ts';
import type { ShippingSettings, ShippingTable } from '#markets/definition.ts';
import { getMarketConfig, marketSettings } from '#markets/market.ts';
import { dollars, field, line, marketOfScope, type SettingIssue, settingGroup } from '../setting-group.ts';

const MAX_FEE = 1_000;
const MAX_THRESHOLD = 100_000;

const zone = z.object({
  states: field(z.array(line(10)).min(1).max(60), { title: 'States', description: 'Codes of the states of this zone.' }),
  fee: field(dollars(MAX_FEE), { title: 'Fee', unit: 'dollars' }),
});

const schema = z.object({
  fee: field(dollars(MAX_FEE), { title: 'Delivery fee', description: 'Everywhere outside of the zones below.', unit: 'dollars' }),
  zones: field(z.array(zone).max(60), { title: 'Zones', description: 'States with a fee of their own.' }),
  freeFromCases: field(z.number().int().min(1).max(1_000).nullable(), {
    title: 'Free from cases',
    description: 'Cases from which delivery is free. Empty if cases do not count.',
    unit: 'cases',
  }),
  freeFromValue: field(dollars(MAX_THRESHOLD).min(0.01).nullable(), {
    title: 'Free from order value',
    description: 'Order value after discounts from which delivery is free. Empty if the value does not count.',
    unit: 'dollars',
  }),
  singleBottlesCount: field(z.boolean(), { title: 'Single bottles count as cases' }),
  freeMessage: field(line(120).min(1), {
    title: 'Sentence when delivery is free',
    description: '{cases} is the number of cases, {amount} the order value.',
  }),
});

const issue = (path: SettingIssue['path'], message: string): SettingIssue => ({ path, message });

/** Formats an order value without empty cents: `$200`, `$199.50`. */
const formatThreshold = (value: number): string => `$${Number.isInteger(value) ? value : value.toFixed(2)}`;

function checkStates({ zones }: ShippingSettings, known: readonly string[]): SettingIssue[] {
  const listed = zones.flatMap(({ states }, index) => states.map((state) => ({ state, index })));
  return listed.flatMap(({ state, index }, position) => {
    if (!known.includes(state))
      return [
        issue(
          ['zones', index, 'states'],
          known.length === 0 ? 'this market has no states' : `has no '${state}'; choose from ${known.join(', ')}`,
        ),
      ];
    return listed.findIndex((each) => each.state === state) < position
      ? [issue(['zones', index, 'states'], `lists '${state}' twice; a state belongs to one zone`)]
      : [];
  });
}

export const SHIPPING = settingGroup({
  id: 'shipping',
  area: 'selling',
  scope: 'market',
  title: 'Delivery',
  help: 'Fees, zones and free delivery. Pages, carts and emails take their numbers and sentences from here.',
  schema,
  affectsTotals: true,
  defaults: (scope) => {
    const { zones, ...rest } = marketSettings(marketOfScope(scope)).shipping;
    return { ...rest, zones: zones.map(({ states, fee }) => ({ states: [...states], fee })) };
  },
  check(value, scope) {
    const { freeFromCases, freeFromValue, freeMessage } = value;
    return [
      ...checkStates(value, getMarketConfig(marketOfScope(scope)).states),
      ...(freeFromCases !== null && freeFromValue !== null
        ? [issue(['freeFromValue'], 'must be empty, because delivery is free from a number of cases; choose one of the two')]
        : []),
      ...(freeMessage.includes('{cases}') && freeFromCases === null
        ? [issue(['freeMessage'], 'names {cases}, but delivery is not free from a number of cases')]
        : []),
      ...(freeMessage.includes('{amount}') && freeFromValue === null
        ? [issue(['freeMessage'], 'names {amount}, but delivery is not free from an order value')]
        : []),
    ];
  },
});

/** Fills the limit of free delivery into its sentence. @param value in dollars */
export const freeSentence = (template: string, cases: number | null, value: number | null): string =>
  template.replaceAll('{cases}', String(cases ?? '')).replaceAll('{amount}', value === null ? '' : formatThreshold(value));

/** Converts the setting to the table that fees are calculated with, in cents. */
export function toShippingTable(value: ShippingSettings): ShippingTable {
  const { fee, zones, freeFromCases, freeFromValue, singleBottlesCount, freeMessage } = value;
  return {
    defaultCents: toCents(fee),
    regions: Object.fromEntries(zones.flatMap((each) => each.states.map((state) => [state, toCents(each.fee)]))),
    freeFromCases,
    freeFromCents: freeFromValue === null ? null : toCents(freeFromValue),
    singleBottlesCount,
    freeMessage: freeSentence(freeMessage, freeFromCases, freeFromValue),
  };
}
