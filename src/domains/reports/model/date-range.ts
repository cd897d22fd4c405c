/** Ranges of days that charts show. Days are ISO days in the calendar of a market. */

/** First and last day, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** The longest range of a chart in days. */
export const MAX_RANGE_DAYS = 366;

const DAY_MS = 86_400_000;
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Returns the ISO day a number of days after another one. */
export const addDays = (day: string, days: number): string => new Date(at(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the number of days of a range. */
export const lengthOf = ({ from, to }: DayRange): number => Math.round((at(to) - at(from)) / DAY_MS) + 1;

/** Lists the days of a range, the first one first. */
export const daysOf = (range: DayRange): string[] =>
  Array.from({ length: Math.max(0, lengthOf(range)) }, (_, index) => addDays(range.from, index));

/** Returns true for a day that exists: `2026-02-30` does not. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at(text)) && addDays(text, 0) === text;

/** Returns true if a range has a first day that is not after its last one, and is not too long. */
export const isRange = (range: DayRange): boolean =>
  isDay(range.from) && isDay(range.to) && range.from <= range.to && lengthOf(range) <= MAX_RANGE_DAYS;

export const RANGE_PRESETS = ['7d', '28d', '90d', 'month', 'last_month', '12m'] as const;
export type RangePreset = (typeof RANGE_PRESETS)[number];

/** Returns the first day of the month a number of months before that of a day. */
const monthsBefore = (day: string, months: number): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 - months, 1)).toISOString().slice(0, 10);

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** Returns the range of a preset. @param today in the market */
export function presetRange(preset: RangePreset, today: string): DayRange {
  switch (preset) {
    case '7d':
      return { from: addDays(today, -6), to: today };
    case '28d':
      return { from: addDays(today, -27), to: today };
    case '90d':
      return { from: addDays(today, -89), to: today };
    case 'month':
      return { from: firstOfMonth(today), to: today };
    case 'last_month': {
      const to = addDays(firstOfMonth(today), -1);
      return { from: firstOfMonth(to), to };
    }
    case '12m':
      return { from: monthsBefore(today, 11), to: today };
  }
}

/** Returns the preset that a range is, or null for a range of one's own. */
export const presetOf = (range: DayRange, today: string): RangePreset | null =>
  RANGE_PRESETS.find((preset) => {
    const { from, to } = presetRange(preset, today);
    return from === range.from && to === range.to;
  }) ?? null;
