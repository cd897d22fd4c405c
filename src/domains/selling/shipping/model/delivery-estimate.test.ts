import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaultDispatch } from '#markets/dispatch.ts';
import type { Market } from '#markets/market.ts';
import { loadLocalities } from '../server/locality-table.ts';
import { areasOf, deliveryDates, formatDeliveryWindow, formatLastDay, type MarketDispatch, usesIndexLookup } from './delivery-estimate.ts';
import { deliveryEstimateRecord } from './estimate-record.ts';

const dispatchOf = (market: Market): MarketDispatch => ({ market, rules: defaultDispatch(market) });

describe('the source of an estimate', () => {
  test.each([
    { postcode: '0800', lookedUp: true },
    { postcode: '0872', lookedUp: true },
    { postcode: '8001', lookedUp: true },
    { postcode: '6000', lookedUp: true },
    { postcode: '5290', lookedUp: true },
    { postcode: '0909', lookedUp: false },
    { postcode: '0200', lookedUp: false },
    { postcode: '2000', lookedUp: false },
    { postcode: '3000', lookedUp: false },
    { postcode: '7000', lookedUp: false },
  ])('$postcode [SHIP-15, SHIP-16]', ({ postcode, lookedUp }) => {
    expect(usesIndexLookup(postcode)).toBe(lookedUp);
  });
});

describe('the dates of an estimate', () => {
  const at = (melbourne: string) => Date.parse(`${melbourne}+11:00`);
  test.each([
    {
      name: 'before the cut-off',
      to: '3068',
      region: 'VIC',
      days: 1,
      now: '2026-11-18T13:59:00',
      date: '2026-11-19',
      latest: '2026-11-20',
    },
    {
      name: 'at the cut-off it leaves tomorrow',
      to: '3068',
      region: 'VIC',
      days: 1,
      now: '2026-11-18T14:00:00',
      date: '2026-11-20',
      latest: '2026-11-23',
    },
    {
      name: 'postcodes that begin with 3 add one day, others two',
      to: '2000',
      region: 'NSW',
      days: 1,
      now: '2026-11-18T10:00:00',
      date: '2026-11-19',
      latest: '2026-11-23',
    },
    {
      name: 'Saturday leaves on Monday',
      to: '6000',
      region: 'WA',
      days: 5,
      now: '2026-11-21T09:00:00',
      date: '2026-11-30',
      latest: '2026-12-02',
    },
    {
      name: 'it does not leave on a holiday of where it leaves from',
      to: '4000',
      region: 'QLD',
      days: 1,
      now: '2026-11-03T09:00:00',
      date: '2026-11-05',
      latest: '2026-11-09',
    },
    {
      name: 'does not arrive on a holiday of the destination',
      to: '6000',
      region: 'WA',
      days: 2,
      now: '2026-09-24T09:00:00',
      date: '2026-09-29',
      latest: '2026-10-01',
    },
  ])('$name [SHIP-17, SHIP-18]', ({ to, region, days, now, date, latest }) => {
    expect(deliveryDates(dispatchOf('AU'), { objectID: to, submittedToDeliveredDays: days, region }, at(now))).toEqual({ date, latest });
  });

  test('uses the time zone and the holidays of Singapore', () => {
    const estimate = { objectID: '238801', submittedToDeliveredDays: 1, region: 'SG' };
    expect(deliveryDates(dispatchOf('SG'), estimate, Date.parse('2026-11-06T11:59:00+08:00'))).toEqual({
      date: '2026-11-10',
      latest: '2026-11-12',
    });
    expect(deliveryDates(dispatchOf('SG'), estimate, Date.parse('2026-11-06T12:00:00+08:00'))).toEqual({
      date: '2026-11-11',
      latest: '2026-11-13',
    });
  });

  test.each([
    { dates: { date: '2026-11-26', latest: '2026-11-30' }, words: 'Thu 26 to Mon 30 November', last: 'Mon 30 Nov' },
    { dates: { date: '2026-11-30', latest: '2026-12-02' }, words: 'Mon 30 November to Wed 2 December', last: 'Wed 2 Dec' },
  ])('$words', ({ dates, words, last }) => {
    expect(formatDeliveryWindow(dates, 'en-AU')).toBe(words);
    expect(formatLastDay(dates, 'en-AU')).toBe(last);
  });
});

test('has a sample record for every postcode with localities', () => {
  const records = readFileSync(new URL('../../../../../data/sample/delivery-estimates.ndjson', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => deliveryEstimateRecord.parse(JSON.parse(line)));
  const covered = (market: string, postcode: string) =>
    areasOf(postcode).some((area) => records.some((record) => record.market === market && record.area === area));
  const { byPostcode } = loadLocalities().AU;
  for (let number = 0; number < 10_000; number++) {
    const postcode = String(number).padStart(4, '0');
    if (byPostcode(postcode).length > 0) expect(covered('AU', postcode), postcode).toBe(true);
  }
  for (let sector = 1; sector <= 82; sector++)
    if (sector !== 74) expect(covered('SG', `${String(sector).padStart(2, '0')}0001`), String(sector)).toBe(true);
});
