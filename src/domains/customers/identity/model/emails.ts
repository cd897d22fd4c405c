/** Texts of the emails about accounts. */
import type { EmailContent } from '#lib/email-content.ts';

const NOT_YOU = 'If you didn’t ask for this, you can ignore this email.';
const warning = (phone: string): string => `If this wasn’t you, reset your password now and call us on ${phone}.`;
const ONCE = 'The link works once and expires in an hour.';

const letter = (subject: string, paragraphs: readonly string[], rest: Partial<EmailContent>): EmailContent => ({
  subject,
  paragraphs,
  action: null,
  code: null,
  closing: NOT_YOU,
  ...rest,
});

export const joinLetter = (givenName: string, url: string): EmailContent =>
  letter('Confirm your email', [`Hello ${givenName},`, `Confirm your email to open your account. ${ONCE}`], {
    action: { label: 'Confirm my email', url },
  });

/** Tells the owner of an address that somebody tried to join with it. The page shows everyone the same. */
export const alreadyJoinedLetter = (url: string): EmailContent =>
  letter(
    'You already have an account',
    [
      'Someone, probably you, tried to create an account with this email. You already have one, so nothing has changed.',
      'Sign in as usual, or reset your password if it has slipped your mind.',
    ],
    { action: { label: 'Sign in', url }, closing: 'If it wasn’t you, there’s nothing you need to do.' },
  );

export const verifyLetter = (url: string): EmailContent =>
  letter('Confirm your email', [`Please confirm that this is your email address. ${ONCE}`], { action: { label: 'Confirm my email', url } });

export const resetLetter = (url: string): EmailContent =>
  letter('Reset your password', [`Use this link to choose a new password. ${ONCE}`], {
    action: { label: 'Reset your password', url },
  });

/** @param phone the shop's phone number in the market */
export const passwordChangedLetter = (phone: string): EmailContent =>
  letter('Your password has been changed', ['We’ve changed your password and signed you out on all other devices.'], {
    closing: warning(phone),
  });

export const codeLetter = (code: string): EmailContent =>
  letter('Your Cellardoor code', ['Enter this code on the page where you’re changing your email. It expires in 10 minutes.'], {
    code,
    closing: NOT_YOU,
  });

/** Sent to the old address after a change of email. */
export const emailChangedLetter = (maskedEmail: string, undoUrl: string): EmailContent =>
  letter(
    'Your email address has been changed',
    [
      `Your account now uses ${maskedEmail}. This address no longer signs you in.`,
      'If this wasn’t you, change it back now. We’ll sign you out everywhere and ask you to choose a new password. The link works once and expires in 7 days.',
    ],
    { action: { label: 'Change it back', url: undoUrl }, closing: 'If you made this change, you can ignore this email.' },
  );
