/** Birthdays and anniversaries: whose day it is, and the coupon that comes with it. Days are ISO days of the market's calendar. */
import type { Occasion } from './programme.ts';

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** Whether a day comes round today. Who was born on 29 February has their day on the 28th where the year has no 29th. */
export function isAnniversary(day: string, today: string): boolean {
  const [, month, date] = day.split('-');
  const year = Number(today.slice(0, 4));
  const held = month === '02' && date === '29' && !isLeap(year) ? '02-28' : `${month}-${date}`;
  return today.slice(5) === held && day < today;
}

/** Days of the year, `MM-DD`, that are held today. */
export const heldToday = (today: string): string[] => {
  const day = today.slice(5);
  return day === '02-28' && !isLeap(Number(today.slice(0, 4))) ? [day, '02-29'] : [day];
};

/** The name of a customer's coupon of a year: one a year, whatever happens. */
export const occasionName = (occasion: Occasion, customerId: number, today: string): string =>
  `${occasion === 'birthday' ? 'Birthday' : 'Anniversary'}_${customerId}_${today.slice(0, 4)}`;
