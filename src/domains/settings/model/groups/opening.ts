/** Whether shoppers get in, what they read until then, and how far the first run is. */
import { z } from 'zod';
import { field, line, settingGroup } from '../setting-group.ts';

export const OPENING = settingGroup({
  id: 'opening',
  area: 'shop',
  scope: 'shop',
  isPublic: false,
  title: 'Opening',
  help: 'A closed shop shows one page with these words and takes no orders. The office, webhooks of payments and jobs go on.',
  schema: z.object({
    isOpen: field(z.boolean(), { title: 'Open to shoppers' }),
    title: field(line(60).min(1), { title: 'Headline while closed' }),
    text: field(line(300), { title: 'Text while closed', description: 'When you open, or where to reach you until then.' }),
  }),
  defaults: () => ({ isOpen: true, title: 'Opening soon', text: 'This shop isn’t open yet. Please come back later.' }),
});

/** Steps of the first run that a person confirms because their defaults may be right. */
export const CONFIRMED_STEPS = ['tax', 'shipping'] as const;
export type ConfirmedStep = (typeof CONFIRMED_STEPS)[number];

export const FIRST_RUN = settingGroup({
  id: 'first-run',
  area: 'shop',
  scope: 'shop',
  isPublic: false,
  isInner: true,
  title: 'First run',
  help: 'What the checklist of a new shop remembers.',
  schema: z.object({
    confirmed: field(z.array(line(20)).max(100), { title: 'Confirmed steps', description: 'Step and market, such as tax/AU.' }),
    isDismissed: field(z.boolean(), { title: 'Hidden on the first screen' }),
  }),
  defaults: () => ({ confirmed: [], isDismissed: false }),
});
