/** Localities from src/markets/data, such as localities-au.txt. A line is `3068 VIC|Clifton Hill|Fitzroy North`. */
import { readFileSync } from 'node:fs';
import { getMarketConfig, type Market, perMarket } from '#markets/market.ts';
import { type Locality, type LocalityTable, type LocalityTables, suburbKey } from '../model/localities.ts';

const FOLDER = new URL('../../../../markets/data/', import.meta.url);

/** Returns the tables of the markets with states. Australia has about 18,000 localities, which are read at their first use. */
export const loadLocalities = (): LocalityTables =>
  perMarket((market) => {
    let table: LocalityTable | undefined;
    const read = (): LocalityTable => {
      table ??= tableOf(getMarketConfig(market).states.length > 0 ? readFileSync(fileOf(market), 'utf8') : '');
      return table;
    };
    return {
      byPostcode: (postcode) => read().byPostcode(postcode),
      postcodes: () => read().postcodes(),
      bySuburb: (start, limit) => read().bySuburb(start, limit),
    };
  });

const fileOf = (market: Market): URL => new URL(`localities-${market.toLowerCase()}.txt`, FOLDER);

function tableOf(text: string): LocalityTable {
  const byPostcode = new Map<string, Locality[]>();
  const bySuburb: { key: string; locality: Locality }[] = [];
  for (const line of text.split('\n')) {
    const [stateAndPostcode = '', ...suburbs] = line.split('|');
    const [postcode, state] = stateAndPostcode.split(' ');
    if (!postcode || !state) continue;
    const localities = suburbs.map((suburb) => ({ suburb, state, postcode }));
    byPostcode.set(postcode, [...(byPostcode.get(postcode) ?? []), ...localities]);
    for (const locality of localities) bySuburb.push({ key: suburbKey(locality.suburb), locality });
  }
  bySuburb.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return {
    byPostcode: (postcode) => byPostcode.get(postcode) ?? [],
    postcodes: () => byPostcode.keys(),
    bySuburb(start, limit) {
      const key = suburbKey(start);
      let low = 0;
      for (let high = bySuburb.length; low < high; ) {
        const middle = (low + high) >> 1;
        if ((bySuburb[middle]?.key ?? '') < key) low = middle + 1;
        else high = middle;
      }
      const found: Locality[] = [];
      for (const { key: candidate, locality } of bySuburb.slice(low, low + limit)) {
        if (!candidate.startsWith(key)) break;
        found.push(locality);
      }
      return found;
    },
  };
}
