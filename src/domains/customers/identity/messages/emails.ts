/** Texts of the emails about accounts. */
import { type EmailContent, greet } from '#lib/email-content.ts';

const NOT_YOU = 'If you didn’t ask for this, you can ignore this email.';
const warning = (phone: string): string => `If this wasn’t you, reset your password now and call us on ${phone}.`;
const ONCE = 'The link works once and expires in an hour.';

const email = (subject: string, paragraphs: readonly string[], rest: Partial<EmailContent>): EmailContent => ({
  subject,
  paragraphs,
  action: null,
  code: null,
  closing: NOT_YOU,
  ...rest,
});

export const joinEmail = (givenName: string, url: string): EmailContent =>
  email('Confirm your email', [greet(givenName), `Confirm your email to open your account. ${ONCE}`], {
    action: { label: 'Confirm my email', url },
  });

/** Tells the owner of an address that somebody tried to join with it. The page shows everyone the same. */
export const alreadyJoinedEmail = (url: string): EmailContent =>
  email(
    'You already have an account',
    [
      'Someone, probably you, tried to create an account with this email. You already have one, so nothing has changed.',
      'Sign in as usual, or reset your password if it has slipped your mind.',
    ],
    { action: { label: 'Sign in', url }, closing: 'If it wasn’t you, there’s nothing you need to do.' },
  );

export const verifyEmail = (url: string): EmailContent =>
  email('Confirm your email', [`Please confirm that this is your email address. ${ONCE}`], { action: { label: 'Confirm my email', url } });

export const resetEmail = (url: string): EmailContent =>
  email('Reset your password', [`Use this link to choose a new password. ${ONCE}`], {
    action: { label: 'Reset your password', url },
  });

/** Creates the email about a changed password. @param phone the shop's phone number in the market */
export const passwordChangedEmail = (phone: string): EmailContent =>
  email('Your password has been changed', ['We’ve changed your password and signed you out on all other devices.'], {
    closing: warning(phone),
  });

export const codeEmail = (code: string): EmailContent =>
  email('Your Cellardoor code', ['Enter this code on the page where you’re changing your email. It expires in 10 minutes.'], {
    code,
    closing: NOT_YOU,
  });

/** Sent to the old address after a change of email. */
export const emailChangedEmail = (maskedEmail: string, undoUrl: string): EmailContent =>
  email(
    'Your email address has been changed',
    [
      `Your account now uses ${maskedEmail}. This address no longer signs you in.`,
      'If this wasn’t you, change it back now. We’ll sign you out everywhere and ask you to choose a new password. The link works once and expires in 7 days.',
    ],
    { action: { label: 'Change it back', url: undoUrl }, closing: 'If you made this change, you can ignore this email.' },
  );
