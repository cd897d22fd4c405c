/** When orders of a market are sent and delivered: dispatch days, cut-off, public holidays [SHIP-17, SHIP-18]. */
import { z } from 'zod';
import { type DispatchSettings, WEEKDAYS } from '#markets/definition.ts';
import { deliveryRules } from '#markets/delivery.ts';
import { defaultDispatch } from '#markets/dispatch.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { field, line, marketOfScope, type SettingIssue, settingGroup } from '../setting-group.ts';

const MAX_HOLIDAYS = 300;
const MAX_WINDOW_DAYS = 30;

const windowDays = z.number().int().min(0).max(MAX_WINDOW_DAYS);

const holiday = z.object({
  date: field(z.iso.date(), { title: 'Date' }),
  name: field(line(80).min(1), { title: 'Name' }),
  regions: field(z.array(line(10)).max(60), { title: 'States' }),
});

const schema = z.object({
  region: field(line(10).min(1), {
    title: 'Sent from',
    description: 'Code of the state. Its clock and its holidays decide when orders are sent.',
  }),
  cutOff: field(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 14:00'), {
    title: 'Cut-off',
    description: 'Orders placed before this time are sent the same day.',
  }),
  monday: field(z.boolean(), { title: 'Orders are sent on Mondays' }),
  tuesday: field(z.boolean(), { title: 'on Tuesdays' }),
  wednesday: field(z.boolean(), { title: 'on Wednesdays' }),
  thursday: field(z.boolean(), { title: 'on Thursdays' }),
  friday: field(z.boolean(), { title: 'on Fridays' }),
  saturday: field(z.boolean(), { title: 'on Saturdays' }),
  sunday: field(z.boolean(), { title: 'on Sundays' }),
  deliversOnSaturdays: field(z.boolean(), {
    title: 'The carrier delivers on Saturdays',
    description: 'List the holidays that fall on a Saturday too, if it does.',
  }),
  windowDays: field(windowDays, {
    title: 'Width of an estimate',
    description: 'Delivery days between its first and its last day.',
    unit: 'days',
  }),
  nearPostcodes: field(z.array(line(6).regex(/^\d+$/, 'must be digits')).max(100), {
    title: 'Near postcodes',
    description: 'Beginnings of postcodes with an estimate of another width.',
  }),
  nearWindowDays: field(windowDays, { title: 'Width of an estimate for near postcodes', unit: 'days' }),
  holidays: field(z.array(holiday).max(MAX_HOLIDAYS), {
    title: 'Public holidays',
    description:
      'Nothing is sent on a holiday of where orders are sent from, or delivered on one of the destination. No states mean the whole market.',
  }),
});

/** Returns the regions of a market: its states, or the one of a market without states. */
function regionsOf(market: Market): readonly string[] {
  const { region } = deliveryRules(market).address;
  return region === null ? getMarketConfig(market).states : [region];
}

function checkHolidays({ holidays }: DispatchSettings, regions: readonly string[]): SettingIssue[] {
  return holidays.flatMap(({ date, regions: listed }, index) => {
    const unknown = listed.find((region) => !regions.includes(region));
    if (unknown !== undefined)
      return [{ path: ['holidays', index, 'regions'], message: `has no '${unknown}'; choose from ${regions.join(', ')}` }];
    const first = holidays.findIndex((other) => other.date === date);
    return first < index ? [{ path: ['holidays', index, 'date'], message: `is in row ${first + 1} already; list all states there` }] : [];
  });
}

export const DISPATCH = settingGroup({
  id: 'dispatch',
  area: 'selling',
  scope: 'market',
  title: 'Dispatch and holidays',
  help: 'Cut-off, days on which orders are sent, and public holidays. Delivery estimates in the shop and at checkout are calculated from them.',
  schema,
  defaults: (scope) => {
    const { holidays, nearPostcodes, ...rest } = defaultDispatch(marketOfScope(scope));
    return { ...rest, nearPostcodes: [...nearPostcodes], holidays: holidays.map((each) => ({ ...each, regions: [...each.regions] })) };
  },
  check(value, scope) {
    const regions = regionsOf(marketOfScope(scope));
    return [
      ...(regions.includes(value.region) ? [] : [{ path: ['region'], message: `must be one of: ${regions.join(', ')}` }]),
      ...(WEEKDAYS.some((day) => value[day]) ? [] : [{ path: ['monday'], message: 'must be ticked, or another day of the week' }]),
      ...checkHolidays(value, regions),
    ];
  },
});
