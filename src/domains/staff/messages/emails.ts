/** Texts of emails to staff. */
import { type EmailContent, greet } from '#lib/email-content.ts';

const email = (subject: string, paragraphs: readonly string[], rest: Partial<EmailContent>): EmailContent => ({
  subject,
  paragraphs,
  action: null,
  code: null,
  closing: 'If you didn’t expect this email, you can ignore it.',
  ...rest,
});

const NOT_YOU = 'If this wasn’t you, tell a colleague who manages staff now. They can end your sessions.';

export interface InvitationTexts {
  readonly shopName: string;
  readonly name: string;
  readonly invitedBy: string;
  readonly days: number;
  readonly url: string;
}

export const invitationEmail = ({ shopName, name, invitedBy, days, url }: InvitationTexts): EmailContent =>
  email(
    `Join the ${shopName} office`,
    [
      greet(name),
      invitedBy === ''
        ? `You’ve been invited to the ${shopName} office.`
        : `${invitedBy} has invited you to the ${shopName} office, where the shop’s orders, wines and customers are looked after.`,
      `Choose a password and set up a second factor. The link works once and expires in ${days} days.`,
    ],
    { action: { label: 'Accept the invitation', url } },
  );

export const factorResetEmail = (name: string, url: string): EmailContent =>
  email(
    'Set up your second factor again',
    [
      greet(name),
      'Your second factors and recovery codes were removed and you were signed out everywhere, because you or a colleague asked for it.',
      'Set up a new one to sign in again. The link works once and expires in 24 hours.',
    ],
    {
      action: { label: 'Set up a second factor', url },
      closing: 'If you didn’t ask for this, don’t open the link. Tell a colleague who manages staff now.',
    },
  );

export interface ImportTexts {
  readonly name: string;
  readonly schedule: string;
  /** True if the import waits for approval, false if it failed. */
  readonly isHeld: boolean;
  readonly problem: string;
  readonly url: string;
}

export const importEmail = ({ name, schedule, isHeld, problem, url }: ImportTexts): EmailContent =>
  email(
    isHeld ? `The import “${schedule}” waits for you` : `The import “${schedule}” failed`,
    [
      greet(name),
      isHeld
        ? `The file of “${schedule}” was compared with the shop and not imported. ${problem}`
        : `The file of “${schedule}” wasn’t imported. ${problem}`,
      isHeld ? 'Look at the difference, then import it or discard it.' : 'Open the import to see what was written, if anything.',
    ],
    { action: { label: 'Open the import', url } },
  );

export interface NoticeTexts {
  readonly name: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly label: string;
  readonly url: string;
}

export const noticeEmail = ({ name, subject, paragraphs, label, url }: NoticeTexts): EmailContent =>
  email(subject, [greet(name), ...paragraphs], {
    action: { label, url },
    closing: 'You get this email because you’re an owner of this shop’s office.',
  });

export interface NewDeviceTexts {
  readonly name: string;
  readonly device: string;
  readonly ip: string;
  readonly at: string;
  readonly url: string;
}

export const newDeviceEmail = ({ name, device, ip, at, url }: NewDeviceTexts): EmailContent =>
  email(
    'New sign-in to the office',
    [greet(name), `You signed in from a browser that we haven’t seen before: ${device}, from ${ip}, on ${at}.`],
    {
      action: { label: 'See your sessions', url },
      closing: NOT_YOU,
    },
  );

/** What changed, for the email about it. */
export const CHANGES = {
  password: 'Your office password was changed and your other sessions were ended.',
  totp: 'A new authenticator was set up for your office account.',
  passkey: 'A passkey was added to your office account.',
  recovery_codes: 'New recovery codes were made for your office account. The old ones no longer work.',
  recovery_code_used: 'A recovery code was used to sign in to your office account.',
  removed: 'A second factor was removed from your office account.',
} as const;
export type AccountChange = keyof typeof CHANGES;

export const accountChangedEmail = (name: string, change: AccountChange, url: string): EmailContent =>
  email('Your office account was changed', [greet(name), CHANGES[change]], {
    action: { label: 'See your account', url },
    closing: NOT_YOU,
  });
