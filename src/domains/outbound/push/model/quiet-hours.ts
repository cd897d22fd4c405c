/** Hours of the day in which nobody is told anything, by the clock of their state, or of their market where that is not known. */
import { MARKETS, type Market } from '#markets/market.ts';
import { regionsWithClocks, timeZoneOf } from '#markets/market-day.ts';

export interface QuietHours {
  /** First quiet hour, 0 to 23. */
  readonly from: number;
  /** First hour that is not, 0 to 24; before `from` it is one of the next day. */
  readonly to: number;
}

export type QuietTable = Readonly<Partial<Record<Market, QuietHours>>>;

/** `AU=21-8, SG=22-9` as a table, null where it is none. A market that is not named has no quiet hours. */
export function parseQuietHours(text: string): QuietTable | null {
  const table: Partial<Record<Market, QuietHours>> = {};
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '' || part === 'none') continue;
    const [, market, from, to] = /^(AU|SG)\s*=\s*(\d{1,2})-(\d{1,2})$/.exec(part) ?? [];
    if (market === undefined || Number(from) > 23 || Number(to) > 24) return null;
    table[market as Market] = { from: Number(from), to: Number(to) };
  }
  return table;
}

/** Whether it is quiet in a market, or a state of it. */
export function isQuiet(table: QuietTable, market: Market, now: Date, region = ''): boolean {
  const hours = table[market];
  if (!hours) return false;
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: timeZoneOf(market, region), hour: '2-digit', hourCycle: 'h23' }).format(now),
  );
  return hours.from <= hours.to ? hour >= hours.from && hour < hours.to : hour >= hours.from || hour < hours.to;
}

/** A market, and a state with a clock of its own; empty for the others. */
export interface Region {
  readonly market: Market;
  readonly region: string;
}

/** Every place there is, and whether it is quiet there. */
export const quietHoursByRegion = (table: QuietTable, now: Date): (Region & { readonly isQuiet: boolean })[] =>
  MARKETS.flatMap((market) =>
    ['', ...regionsWithClocks(market)].map((region) => ({ market, region, isQuiet: isQuiet(table, market, now, region) })),
  );
