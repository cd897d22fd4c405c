import { describe, expect, test } from 'vitest';
import { deliveryRules } from '#markets/delivery.ts';
import { getMarketConfig, MARKETS, type Market } from '#markets/market.ts';
import { addBusinessDays, isBusinessDay, localTime } from './business-days.ts';

const marketOf = (region: string): Market => (region === 'SG' ? 'SG' : 'AU');

describe('a business day', () => {
  test.each([
    { name: 'a Friday', date: '2026-11-20', region: 'VIC', is: true },
    { name: 'a Saturday', date: '2026-11-21', region: 'VIC', is: false },
    { name: 'a Sunday', date: '2026-11-22', region: 'SG', is: false },
    { name: 'Melbourne Cup in Victoria', date: '2026-11-03', region: 'VIC', is: false },
    { name: 'Melbourne Cup in Queensland', date: '2026-11-03', region: 'QLD', is: true },
    { name: 'Deepavali as observed in Singapore', date: '2026-11-09', region: 'SG', is: false },
    { name: 'Christmas Day everywhere', date: '2028-12-25', region: 'WA', is: false },
    { name: 'a date past the table', date: '2031-12-25', region: 'NSW', is: true },
  ])('$name', ({ date, region, is }) => {
    expect(isBusinessDay(marketOf(region), date, region)).toBe(is);
  });

  test.each([
    { name: 'no days from a business day: the same day', from: '2026-11-20', days: 0, region: 'VIC', to: '2026-11-20' },
    { name: 'no days from a weekend: Monday', from: '2026-11-21', days: 0, region: 'VIC', to: '2026-11-23' },
    { name: 'one over a weekend', from: '2026-11-20', days: 1, region: 'VIC', to: '2026-11-23' },
    { name: 'over Christmas and the day in lieu', from: '2026-12-24', days: 2, region: 'NSW', to: '2026-12-30' },
    { name: 'over Easter', from: '2027-03-25', days: 1, region: 'SA', to: '2027-03-30' },
    { name: 'over Easter in Singapore, whose Monday is one', from: '2027-03-25', days: 1, region: 'SG', to: '2027-03-29' },
  ])('$name', ({ from, days, region, to }) => {
    expect(addBusinessDays(marketOf(region), from, days, region)).toBe(to);
  });
});

test.each(MARKETS)('lists holidays of %s on weekdays of known regions, sorted, for every year and region of the table', (market) => {
  const { address, publicHolidays } = deliveryRules(market);
  const states = address.region === null ? getMarketConfig(market).states : [address.region];
  const dates = Object.keys(publicHolidays);
  expect(dates).toEqual([...dates].sort());
  for (const [date, regions] of Object.entries(publicHolidays)) {
    expect([0, 6], date).not.toContain(new Date(date).getUTCDay());
    for (const region of regions.split(' ')) expect(states, date).toContain(region);
  }
  for (const year of ['2026', '2027', '2028'])
    for (const region of states)
      expect(
        dates.filter((date) => date.startsWith(year) && publicHolidays[date]?.split(' ').includes(region)).length,
        `${year} ${region}`,
      ).toBeGreaterThanOrEqual(7);
});

test.each([
  {
    name: 'Melbourne in summer',
    instant: '2026-11-20T03:05:00Z',
    zone: 'Australia/Melbourne',
    local: { date: '2026-11-20', time: '14:05' },
  },
  { name: 'midnight is 00', instant: '2026-11-20T13:00:00Z', zone: 'Australia/Melbourne', local: { date: '2026-11-21', time: '00:00' } },
  { name: 'Singapore', instant: '2026-11-20T20:00:00Z', zone: 'Asia/Singapore', local: { date: '2026-11-21', time: '04:00' } },
])('reads the local time: $name', ({ instant, zone, local }) => {
  expect(localTime(Date.parse(instant), zone)).toEqual(local);
});
