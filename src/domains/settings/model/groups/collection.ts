/** Where buyers of a market may collect their orders. Off until the retailer switches it on. */
import { z } from 'zod';
import { getMarketConfig } from '#markets/market.ts';
import { field, line, marketOfScope, type SettingIssue, settingGroup } from '../setting-group.ts';

const MAX_PLACES = 20;

const place = z.object({
  name: field(line(60).min(1), { title: 'Name', description: 'Buyers choose the place by it.' }),
  address: field(line(160).min(1), { title: 'Address' }),
  state: field(line(10), { title: 'State', description: 'Code of the state, whose law on age holds. Empty in a market without states.' }),
  hours: field(line(200).min(1), { title: 'Opening hours', description: 'Such as Mon to Sat, 10 am to 6 pm.' }),
  bring: field(line(200), { title: 'What to bring', description: 'Such as photo ID. The code is named already.' }),
});

const schema = z.object({
  isOffered: field(z.boolean(), {
    title: 'Buyers may collect their orders',
    description: 'Checkout offers it beside delivery, free of charge.',
  }),
  places: field(z.array(place).max(MAX_PLACES), { title: 'Places' }),
});

/** Compares names without regard to case. */
const keyOf = (name: string): string => name.toLowerCase();

function checkPlaces(places: readonly z.output<typeof place>[], states: readonly string[]): SettingIssue[] {
  return places.flatMap(({ name, state }, index): SettingIssue[] => {
    const first = places.findIndex((other) => keyOf(other.name) === keyOf(name));
    return [
      ...(first < index ? [{ path: ['places', index, 'name'], message: `is the name of place ${first + 1} already` }] : []),
      ...(states.length > 0 && !states.includes(state)
        ? [{ path: ['places', index, 'state'], message: `must be one of: ${states.join(', ')}` }]
        : []),
      ...(states.length === 0 && state !== ''
        ? [{ path: ['places', index, 'state'], message: 'must be empty: this market has no states' }]
        : []),
    ];
  });
}

export const COLLECTION = settingGroup({
  id: 'collection',
  area: 'selling',
  scope: 'market',
  title: 'Collect in store',
  help: 'Places where buyers may collect their orders instead of having them delivered. Orders keep the place as it was when they were placed.',
  schema,
  isPublic: false,
  defaults: () => ({ isOffered: false, places: [] }),
  check: ({ isOffered, places }, scope) => [
    ...(isOffered && places.length === 0 ? [{ path: ['places'], message: 'needs a place before buyers may collect' }] : []),
    ...checkPlaces(places, getMarketConfig(marketOfScope(scope)).states),
  ],
});

/** Returns the places where orders may be collected. */
export const placesOf = ({ isOffered, places }: z.output<typeof schema>): z.output<typeof place>[] => (isOffered ? places : []);
