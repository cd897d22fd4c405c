/** Hours without notifications, in the time zone of the state, or of the market if the state is unknown. */
import { MARKETS, type Market } from '#markets/market.ts';
import { regionsWithClocks, timeZoneOf } from '#markets/market-day.ts';

export interface QuietHours {
  /** First quiet hour, 0 to 23. */
  readonly from: number;
  /** First hour that is not quiet, 0 to 24. Below `from` it is on the next day. */
  readonly to: number;
}

export type QuietTable = Readonly<Partial<Record<Market, QuietHours>>>;

/** Parses `AU=21-8, SG=22-9`, or returns null. Missing markets have no quiet hours. */
export function parseQuietHours(text: string): QuietTable | null {
  const table: Partial<Record<Market, QuietHours>> = {};
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '' || part === 'none') continue;
    const [, code, from, to] = /^([A-Z]{2})\s*=\s*(\d{1,2})-(\d{1,2})$/.exec(part) ?? [];
    const market = MARKETS.find((each) => each === code);
    if (market === undefined || Number(from) > 23 || Number(to) > 24) return null;
    table[market] = { from: Number(from), to: Number(to) };
  }
  return table;
}

/** Returns whether it is quiet in a market, or in a state of it. */
export function isQuiet(table: QuietTable, market: Market, now: Date, region = ''): boolean {
  const hours = table[market];
  if (!hours) return false;
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: timeZoneOf(market, region), hour: '2-digit', hourCycle: 'h23' }).format(now),
  );
  return hours.from <= hours.to ? hour >= hours.from && hour < hours.to : hour >= hours.from || hour < hours.to;
}

/** A market, and a state with its own time zone; empty for the others. */
export interface Region {
  readonly market: Market;
  readonly region: string;
}

/** Lists every place with whether it is quiet. */
export const quietHoursByRegion = (table: QuietTable, now: Date): (Region & { readonly isQuiet: boolean })[] =>
  MARKETS.flatMap((market) =>
    ['', ...regionsWithClocks(market)].map((region) => ({ market, region, isQuiet: isQuiet(table, market, now, region) })),
  );
