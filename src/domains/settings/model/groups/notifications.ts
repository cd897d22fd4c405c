/** When browsers of shoppers are notified, and what is measured before they choose. */
import { z } from 'zod';
import { field, marketOfScope, settingGroup } from '../setting-group.ts';

export const NOTIFICATIONS = settingGroup({
  id: 'notifications',
  area: 'customers',
  scope: 'market',
  isPublic: false,
  title: 'Notifications and consent',
  help: 'Hours in which nobody is notified, in the time of the market or the shopper’s state, and what is measured before a shopper decides.',
  schema: z.object({
    isQuiet: field(z.boolean(), { title: 'Send no notifications at night' }),
    quietFrom: field(z.number().int().min(0).max(23), { title: 'Quiet from', unit: 'hours' }),
    quietTo: field(z.number().int().min(0).max(24), {
      title: 'Quiet until',
      description: 'The next day if it is before the first hour.',
      unit: 'hours',
    }),
    measuresBeforeChoice: field(z.boolean(), {
      title: 'Measure visits before the shopper has chosen',
      description: 'The consent notice is shown either way. Check the law of the market.',
    }),
  }),
  defaults: (scope, { integrations }) => {
    const { quiet, measuresBeforeChoice } = integrations.markets[marketOfScope(scope)];
    return { isQuiet: quiet !== null, quietFrom: quiet?.from ?? 21, quietTo: quiet?.to ?? 8, measuresBeforeChoice };
  },
});

export const REMINDERS = settingGroup({
  id: 'reminders',
  area: 'customers',
  scope: 'shop',
  isPublic: false,
  title: 'Reminders',
  help: 'When a shopper hears about a cart they left, and how often about anything at all.',
  schema: z.object({
    cartMinutes: field(z.number().int().min(1).max(10_080), {
      title: 'Cart counts as left after',
      unit: 'minutes',
      description: 'Without a change of the cart.',
    }),
    hoursBetween: field(z.number().int().min(0).max(720), { title: 'Least time between two notifications', unit: 'hours' }),
  }),
  defaults: (_scope, { integrations }) => ({ cartMinutes: integrations.abandonedCartMinutes, hoursBetween: integrations.hoursBetween }),
});
