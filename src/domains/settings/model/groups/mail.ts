/** How the shop sends and receives mail. */
import { z } from 'zod';
import { isEmail } from '#lib/email.ts';
import { field, line, settingGroup } from '../setting-group.ts';

/** Returns the address of `Name <address>`, or of an address alone. */
const addressIn = (sender: string): string => /<([^<>]*)>$/.exec(sender)?.[1] ?? sender;

export const MAIL = settingGroup({
  id: 'mail',
  area: 'shop',
  scope: 'shop',
  isPublic: false,
  title: 'Email',
  help: 'The sender of all email, and where messages from contact forms go.',
  schema: z.object({
    from: field(
      line(200).refine((text) => isEmail(addressIn(text)), 'must be an email address, or a name and an address in angle brackets'),
      { title: 'Sender', description: 'For example: Your Shop <orders@shop.example>' },
    ),
    contact: field(line(254).refine(isEmail, 'must be an email address'), { title: 'Messages from forms go to' }),
    smtpUrl: field(
      z
        .url({ protocol: /^smtps?$/, error: 'must be an address like smtps://user:password@mail.example' })
        .max(500)
        .nullable(),
      { title: 'Mail server', isSecret: true },
    ),
  }),
  defaults: (_scope, { mailFrom, contactEmail, smtpUrl }) => ({ from: mailFrom, contact: contactEmail, smtpUrl }),
});
