/** Australian localities from localities-au.txt. A line is `3068 VIC|Clifton Hill|Fitzroy North`. */
import { readFileSync } from 'node:fs';
import { type Locality, type LocalityTable, suburbKey } from '../model/localities.ts';

const FILE = new URL('./localities-au.txt', import.meta.url);

/** Reads the table of about 18,000 localities once. */
export function loadLocalities(): LocalityTable {
  const byPostcode = new Map<string, Locality[]>();
  const bySuburb: { key: string; locality: Locality }[] = [];
  for (const line of readFileSync(FILE, 'utf8').split('\n')) {
    const [place = '', ...suburbs] = line.split('|');
    const [postcode, state] = place.split(' ');
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
