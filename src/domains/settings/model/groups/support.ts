/** How shoppers of a market reach the shop [SITE-7]. */
import { z } from 'zod';
import { isEmail } from '#lib/email.ts';
import { field, line, marketOfScope, settingGroup } from '../setting-group.ts';

export const SUPPORT = settingGroup({
  id: 'support',
  area: 'shop',
  scope: 'market',
  title: 'Support',
  help: 'Shown in header, menu and footer of every page and in emails. Leave a field empty to show nothing.',
  schema: z.object({
    phone: field(
      line(30).refine((text) => text === '' || (/\d/.test(text) && /^[\d\s()+.-]+$/.test(text)), 'must be a phone number'),
      { title: 'Phone' },
    ),
    email: field(
      line(254).refine((text) => text === '' || isEmail(text), 'must be an email address'),
      { title: 'Email' },
    ),
    hours: field(line(80), { title: 'Hours', description: 'For example: Mon to Fri, 9 am to 5 pm.' }),
  }),
  defaults: (scope, start) => ({ phone: start.markets[marketOfScope(scope)].supportPhone, email: '', hours: '' }),
});
