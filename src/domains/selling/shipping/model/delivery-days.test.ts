import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultDispatch } from '#markets/dispatch.ts';
import { addDeliveryDays, daysAfter, isDispatchDay } from './business-days.ts';
import { type DeliveryDayRules, deliveryOffer, isOffered, sendingDay } from './delivery-days.ts';

const RULES: DeliveryDayRules = {
  offersDays: true,
  monday: true,
  tuesday: true,
  wednesday: true,
  thursday: true,
  friday: true,
  saturday: false,
  daysAhead: 10,
  offersHold: true,
  longestHold: 30,
};
/** Sends on weekdays until 14:00 in Melbourne. 10 March 2026 is a holiday in Tasmania only. */
const dispatch = {
  market: 'AU',
  rules: {
    ...defaultDispatch('AU'),
    region: 'VIC',
    cutOff: '14:00',
    deliversOnSaturdays: false,
    holidays: [{ date: '2026-03-10', name: 'Regatta', regions: ['TAS'] }],
  },
} as const;
const near = { objectID: '3068', submittedToDeliveredDays: 1, region: 'VIC' };
const far = { objectID: '7000', submittedToDeliveredDays: 3, region: 'TAS' };
/** Wednesday 4 March 2026, 12:00 in Melbourne, which is 11 hours ahead of UTC. */
const NOON = Date.parse('2026-03-04T01:00:00Z');
const AFTERNOON = Date.parse('2026-03-04T04:00:00Z');

describe('the days that are offered', () => {
  test('begin with the first day of the estimate, and leave out weekends', () => {
    expect(deliveryOffer(dispatch, near, RULES, NOON).days).toEqual([
      '2026-03-05',
      '2026-03-06',
      '2026-03-09',
      '2026-03-10',
      '2026-03-11',
      '2026-03-12',
      '2026-03-13',
    ]);
  });

  test.each([
    ['after the cut-off', near, RULES, AFTERNOON, '2026-03-06'],
    [
      'on the clock of where orders are sent from, where it is the next day already',
      near,
      RULES,
      Date.parse('2026-03-04T13:30:00Z'),
      '2026-03-06',
    ],
    ['further away', far, RULES, NOON, '2026-03-09'],
    ['on the weekdays of the carrier only', near, { ...RULES, thursday: false, friday: false }, NOON, '2026-03-09'],
  ])('begin later %s', (_, estimate, rules, now, first) => {
    expect(deliveryOffer(dispatch, estimate, rules, now).days[0]).toBe(first);
  });

  test('leave out holidays of the destination', () => {
    expect(deliveryOffer(dispatch, far, RULES, NOON).days).not.toContain('2026-03-10');
    expect(deliveryOffer(dispatch, near, RULES, NOON).days).toContain('2026-03-10');
  });

  test('are none where that is off', () => {
    expect(deliveryOffer(dispatch, near, { ...RULES, offersDays: false, offersHold: false }, NOON)).toEqual({ days: [], hold: null });
  });

  test('an order is held from tomorrow to the longest hold', () => {
    expect(deliveryOffer(dispatch, near, RULES, NOON).hold).toEqual({ from: '2026-03-05', until: '2026-04-03' });
  });
});

describe('a choice', () => {
  const offer = { days: ['2026-03-05', '2026-03-09'], hold: { from: '2026-03-05', until: '2026-04-03' } };

  test.each([
    ['nothing', {}, true],
    ['empty fields', { deliveryDay: '', holdUntil: '' }, true],
    ['a day that is offered', { deliveryDay: '2026-03-09' }, true],
    ['a day that is not', { deliveryDay: '2026-03-06' }, false],
    ['the last day of the hold', { holdUntil: '2026-04-03' }, true],
    ['a day after it', { holdUntil: '2026-04-04' }, false],
    ['today', { holdUntil: '2026-03-04' }, false],
    ['both', { deliveryDay: '2026-03-05', holdUntil: '2026-03-05' }, false],
  ])('of %s is allowed: %s', (_, timing, expected) => {
    expect(isOffered(offer, timing)).toBe(expected);
  });

  test('of a hold is refused where holding is off', () => {
    expect(isOffered({ ...offer, hold: null }, { holdUntil: '2026-03-06' })).toBe(false);
  });
});

describe('the day of dispatch', () => {
  test.each([
    ['as soon as possible', near, {}, '2026-03-04'],
    ['for the next day', near, { deliveryDay: '2026-03-05' }, '2026-03-04'],
    ['for a Monday, the Friday before', near, { deliveryDay: '2026-03-09' }, '2026-03-06'],
    ['further away, earlier', far, { deliveryDay: '2026-03-11' }, '2026-03-05'],
    ['after a hold until a Saturday, the Monday', near, { holdUntil: '2026-03-07' }, '2026-03-09'],
  ])('%s', (_, estimate, timing, expected) => {
    expect(sendingDay(dispatch, estimate, timing, NOON)).toBe(expected);
  });

  test('is a day of dispatch that is early enough for any day that is offered, and no earlier than needed', () => {
    const instant = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2026-12-01') });
    const transit = fc.integer({ min: 0, max: 6 });
    const region = fc.constantFrom('VIC', 'TAS', 'WA');
    fc.assert(
      fc.property(instant, transit, region, fc.nat(), (now, submittedToDeliveredDays, area, pick) => {
        const estimate = { objectID: '3068', submittedToDeliveredDays, region: area };
        const { days } = deliveryOffer(dispatch, estimate, { ...RULES, daysAhead: 30 }, now);
        const deliveryDay = days[pick % days.length] ?? '';
        expect(deliveryDay).not.toBe('');

        const sentOn = sendingDay(dispatch, estimate, { deliveryDay }, now);

        expect(isDispatchDay(dispatch.rules, sentOn)).toBe(true);
        expect(addDeliveryDays(dispatch.rules, sentOn, submittedToDeliveredDays, area) <= deliveryDay).toBe(true);
        expect(sentOn >= sendingDay(dispatch, estimate, {}, now)).toBe(true);
        for (let day = daysAfter(sentOn, 1); day <= deliveryDay; day = daysAfter(day, 1))
          if (isDispatchDay(dispatch.rules, day))
            expect(addDeliveryDays(dispatch.rules, day, submittedToDeliveredDays, area) > deliveryDay).toBe(true);
      }),
    );
  });
});
