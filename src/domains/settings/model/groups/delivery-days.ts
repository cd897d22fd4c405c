/** Whether shoppers of a market choose the day of a delivery, or have an order held. Off until the retailer switches it on. */
import { z } from 'zod';
import { field, settingGroup } from '../setting-group.ts';

const MAX_DAYS_AHEAD = 60;
const MAX_HOLD = 180;
/** Nothing is delivered on Sundays. */
const CHOSEN_WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

const schema = z.object({
  offersDays: field(z.boolean(), {
    title: 'Shoppers may choose a delivery day',
    description: 'Without a choice, orders are sent as soon as possible.',
  }),
  monday: field(z.boolean(), { title: 'The carrier delivers on Mondays' }),
  tuesday: field(z.boolean(), { title: 'on Tuesdays' }),
  wednesday: field(z.boolean(), { title: 'on Wednesdays' }),
  thursday: field(z.boolean(), { title: 'on Thursdays' }),
  friday: field(z.boolean(), { title: 'on Fridays' }),
  saturday: field(z.boolean(), { title: 'on Saturdays', description: 'If the carrier delivers on Saturdays at all.' }),
  daysAhead: field(z.number().int().min(1).max(MAX_DAYS_AHEAD), { title: 'Offered for', description: 'Days from today on.', unit: 'days' }),
  offersHold: field(z.boolean(), {
    title: 'Shoppers may have an order held',
    description: 'It is sent on the first day of dispatch from the day on that they choose.',
  }),
  longestHold: field(z.number().int().min(1).max(MAX_HOLD), { title: 'Held for at most', unit: 'days' }),
});

export const DELIVERY_DAYS = settingGroup({
  id: 'delivery-days',
  area: 'selling',
  scope: 'market',
  title: 'Delivery days',
  help: 'Days that shoppers may choose at checkout. Cut-off, days of dispatch and holidays are those of Dispatch and holidays.',
  schema,
  isPublic: false,
  defaults: () => ({
    offersDays: false,
    monday: true,
    tuesday: true,
    wednesday: true,
    thursday: true,
    friday: true,
    saturday: false,
    daysAhead: 14,
    offersHold: false,
    longestHold: 30,
  }),
  check: (value) =>
    value.offersDays && !CHOSEN_WEEKDAYS.some((day) => value[day])
      ? [{ path: ['monday'], message: 'must be ticked, or another day of the week' }]
      : [],
});
