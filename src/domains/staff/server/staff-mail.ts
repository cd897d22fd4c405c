/** Emails to staff. Tokens are created when an email is written, so that only the email contains them and the job does not. */
import { z } from 'zod';
import type { Database, Transaction } from '#lib/db/pool.ts';
import type { EmailContent } from '#lib/email-content.ts';
import {
  type AccountChange,
  accountChangedEmail,
  CHANGES,
  factorResetEmail,
  importEmail,
  invitationEmail,
  newDeviceEmail,
  noticeEmail,
} from '../messages/emails.ts';
import { armInvitation, INVITATION_DAYS } from './invitation.repository.ts';
import { findStaff } from './staff.repository.ts';

const changeNames = Object.keys(CHANGES) as [AccountChange, ...AccountChange[]];

/** Payload of a `send-staff-email` job. `origin` is that of the office. */
export const staffMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('link'), invitationId: z.int(), origin: z.string() }),
  z.object({ kind: z.literal('new_device'), staffId: z.int(), userAgent: z.string(), ip: z.string(), at: z.string(), origin: z.string() }),
  z.object({
    kind: z.literal('import'),
    staffId: z.int(),
    schedule: z.string(),
    isHeld: z.boolean(),
    problem: z.string(),
    path: z.string(),
    origin: z.string(),
  }),
  // What another domain has to say: its own sentences and the screen that they lead to.
  z.object({
    kind: z.literal('notice'),
    staffId: z.int(),
    subject: z.string(),
    paragraphs: z.array(z.string()),
    label: z.string(),
    path: z.string(),
    origin: z.string(),
  }),
  z.object({ kind: z.literal('changed'), staffId: z.int(), change: z.enum(changeNames), origin: z.string() }),
]);
export type StaffMail = z.output<typeof staffMail>;

export const STAFF_MAIL = 'send-staff-email';

/** Queues an email to staff in the transaction that causes it. */
export type QueueStaffMail = (transaction: Transaction, mail: StaffMail) => Promise<void>;

/** Address of the page that accepts a link. */
export const invitationUrl = (origin: string, token: string): string => `${origin}/invitation?token=${token}`;

const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

/** `Firefox on Windows` */
export function describeBrowser(userAgent: string): string {
  const find = (known: readonly (readonly [RegExp, string])[]): string | undefined =>
    known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = find(SYSTEMS);
  return `${find(BROWSERS) ?? 'a browser'}${system ? ` on ${system}` : ''}`;
}

/** Returns the email of a job and its recipient; null if there is nothing to send. */
export async function staffEmail(
  database: Database,
  mail: StaffMail,
  shopName: string,
): Promise<{ readonly to: string; readonly email: EmailContent } | null> {
  if (mail.kind === 'link') {
    const armed = await armInvitation(database, mail.invitationId);
    const person = armed?.invitation.staffId ? await findStaff(database, armed.invitation.staffId) : null;
    if (!armed || !person) return null;
    const { invitation, token } = armed;
    const url = invitationUrl(mail.origin, token);
    const { name } = person;
    const email =
      invitation.kind === 'factor_reset'
        ? factorResetEmail(name, url)
        : invitationEmail({ shopName, name, invitedBy: invitation.invitedBy, days: INVITATION_DAYS, url });
    return { to: person.email, email };
  }
  const person = await findStaff(database, mail.staffId);
  if (!person) return null;
  if (mail.kind === 'import') {
    const { schedule, isHeld, problem } = mail;
    return { to: person.email, email: importEmail({ name: person.name, schedule, isHeld, problem, url: `${mail.origin}${mail.path}` }) };
  }
  if (mail.kind === 'notice') {
    const { subject, paragraphs, label } = mail;
    return { to: person.email, email: noticeEmail({ name: person.name, subject, paragraphs, label, url: `${mail.origin}${mail.path}` }) };
  }
  const url = `${mail.origin}/account`;
  const email =
    mail.kind === 'new_device'
      ? newDeviceEmail({ name: person.name, device: describeBrowser(mail.userAgent), ip: mail.ip, at: mail.at, url })
      : accountChangedEmail(person.name, mail.change, url);
  return { to: person.email, email };
}
