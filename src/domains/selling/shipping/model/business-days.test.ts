import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DISPATCH } from '#domains/settings/model/groups/dispatch.ts';
import { type DispatchSettings, WEEKDAYS } from '#markets/definition.ts';
import { deliveryRules } from '#markets/delivery.ts';
import { defaultDispatch } from '#markets/dispatch.ts';
import { getMarketConfig, MARKETS } from '#markets/market.ts';
import { addDeliveryDays, dispatchDayFrom, isDeliveryDay, isDispatchDay, localTime } from './business-days.ts';

const rulesOf = (region: string): DispatchSettings => defaultDispatch(region === 'SG' ? 'SG' : 'AU');

describe('a delivery day', () => {
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
    expect(isDeliveryDay(rulesOf(region), date, region)).toBe(is);
  });

  test('may be a Saturday', () => {
    const rules = { ...rulesOf('VIC'), deliversOnSaturdays: true };

    expect([isDeliveryDay(rules, '2026-11-21', 'VIC'), isDeliveryDay(rules, '2026-11-22', 'VIC')]).toEqual([true, false]);
  });

  test.each([
    { name: 'no days from a business day: the same day', from: '2026-11-20', days: 0, region: 'VIC', to: '2026-11-20' },
    { name: 'no days from a weekend: Monday', from: '2026-11-21', days: 0, region: 'VIC', to: '2026-11-23' },
    { name: 'one over a weekend', from: '2026-11-20', days: 1, region: 'VIC', to: '2026-11-23' },
    { name: 'over Christmas and the day in lieu', from: '2026-12-24', days: 2, region: 'NSW', to: '2026-12-30' },
    { name: 'over Easter', from: '2027-03-25', days: 1, region: 'SA', to: '2027-03-30' },
    { name: 'over Easter in Singapore, whose Monday is one', from: '2027-03-25', days: 1, region: 'SG', to: '2027-03-29' },
  ])('$name', ({ from, days, region, to }) => {
    expect(addDeliveryDays(rulesOf(region), from, days, region)).toBe(to);
  });
});

/** Any rules that a retailer can save for Australia. */
const anyRules: fc.Arbitrary<DispatchSettings> = fc
  .record({
    region: fc.constantFrom(...getMarketConfig('AU').states),
    week: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }).filter((week) => week.includes(true)),
    deliversOnSaturdays: fc.boolean(),
    holidays: fc.uniqueArray(
      fc.record({
        date: fc
          .date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
          .map((day) => day.toISOString().slice(0, 10)),
        name: fc.constant('Holiday'),
        regions: fc.subarray([...getMarketConfig('AU').states]),
      }),
      { selector: ({ date }) => date, maxLength: 200 },
    ),
  })
  .map(({ week, ...rest }) => ({
    ...defaultDispatch('AU'),
    ...Object.fromEntries(WEEKDAYS.map((day, index) => [day, week[index] ?? false])),
    ...rest,
  }));

test('orders are sent and delivered only on days that the rules allow, never before', () => {
  const days = fc.record({
    rules: anyRules,
    from: fc.constantFrom('2026-12-23', '2027-03-25', '2028-02-29'),
    days: fc.integer({ min: 0, max: 30 }),
  });
  fc.assert(
    fc.property(days, ({ rules, from, days: count }) => {
      const sent = dispatchDayFrom(rules, from);
      const arrives = addDeliveryDays(rules, sent, count, 'WA');
      expect(DISPATCH.check(DISPATCH.schema.parse(rules), 'AU')).toEqual([]);
      expect(sent >= from && arrives >= sent).toBe(true);
      expect([isDispatchDay(rules, sent), isDeliveryDay(rules, arrives, 'WA')]).toEqual([true, true]);
    }),
  );
});

test.each(MARKETS)('lists holidays of %s on weekdays of known regions, sorted, for every year and region of the table', (market) => {
  const { address } = deliveryRules(market);
  const { holidays } = defaultDispatch(market);
  const states = address.region === null ? getMarketConfig(market).states : [address.region];
  const dates = holidays.map(({ date }) => date);
  expect(dates).toEqual([...dates].sort());
  for (const { date, regions } of holidays) {
    expect([0, 6], date).not.toContain(new Date(date).getUTCDay());
    for (const region of regions) expect(states, date).toContain(region);
  }
  for (const year of ['2026', '2027', '2028'])
    for (const region of states)
      expect(
        holidays.filter(({ date, regions }) => date.startsWith(year) && (regions.length === 0 || regions.includes(region))).length,
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
