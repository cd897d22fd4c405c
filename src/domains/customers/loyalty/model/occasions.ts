/** Birthdays and anniversaries. Days are ISO days in the market's time zone. */
import type { Occasion } from './programme.ts';

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** Returns true if an annual date falls today. 29 February is observed on the 28th unless the year is a leap year. */
export function isAnniversary(day: string, today: string): boolean {
  const [, month, date] = day.split('-');
  const year = Number(today.slice(0, 4));
  const observed = month === '02' && date === '29' && !isLeap(year) ? '02-28' : `${month}-${date}`;
  return today.slice(5) === observed && day < today;
}

/** Returns the days of the year, `MM-DD`, that are observed on a day. */
export const daysObservedOn = (today: string): string[] => {
  const day = today.slice(5);
  return day === '02-28' && !isLeap(Number(today.slice(0, 4))) ? [day, '02-29'] : [day];
};

/** Returns the name of a customer's coupon of a year. */
export const occasionName = (occasion: Occasion, customerId: number, today: string): string =>
  `${occasion === 'birthday' ? 'Birthday' : 'Anniversary'}_${customerId}_${today.slice(0, 4)}`;
