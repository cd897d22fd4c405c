/** What the mails about accounts say. */
import type { EmailContent } from '#lib/email-content.ts';

const NOT_YOU = 'If you did not ask for this, leave the mail alone: without the link nothing happens.';
const WARN = 'If this was not you, choose a new password at once and ring us.';
const ONCE = 'The link works once and for an hour.';

const letter = (subject: string, paragraphs: readonly string[], rest: Partial<EmailContent>): EmailContent => ({
  subject,
  paragraphs,
  action: null,
  code: null,
  closing: NOT_YOU,
  ...rest,
});

export const joinLetter = (givenName: string, url: string): EmailContent =>
  letter('Confirm your e-mail', [`Hello ${givenName},`, `One more step and your account is open. ${ONCE}`], {
    action: { label: 'Confirm my e-mail', url },
  });

/** For whoever joins with an address that has an account: the page says the same to both, only the mail differs. */
export const alreadyJoinedLetter = (url: string): EmailContent =>
  letter(
    'You already have an account',
    [
      'Somebody, most likely you, asked to join with this e-mail. It has an account already, so nothing was changed.',
      'Sign in as usual, or choose a new password if the old one has slipped your mind.',
    ],
    { action: { label: 'Sign in', url }, closing: 'If it was not you, there is nothing to do.' },
  );

export const verifyLetter = (url: string): EmailContent =>
  letter('Confirm your e-mail', [`Please confirm that this e-mail is yours. ${ONCE}`], { action: { label: 'Confirm my e-mail', url } });

export const resetLetter = (url: string): EmailContent =>
  letter('Choose a new password', [`Here is the link to choose a new password. ${ONCE}`], {
    action: { label: 'Choose a new password', url },
  });

export const passwordChangedLetter = (): EmailContent =>
  letter('Your password was changed', ['The password of your account was changed, and you were signed out on your other devices.'], {
    closing: WARN,
  });

export const codeLetter = (code: string): EmailContent =>
  letter('Your code', ['Type this code on the page where you asked to change your e-mail. It holds for ten minutes.'], {
    code,
    closing: 'If you did not ask for this, leave the mail alone: without the code nothing happens.',
  });

/** To the old address, after a change. */
export const emailChangedLetter = (maskedEmail: string, undoUrl: string): EmailContent =>
  letter(
    'Your email address has been changed',
    [
      `Your account now uses ${maskedEmail}. This address no longer signs you in.`,
      'If this wasn’t you, change it back now. We’ll sign you out everywhere and ask you to choose a new password. The link works once and expires in 7 days.',
    ],
    { action: { label: 'Change it back', url: undoUrl }, closing: 'If you made this change, you can ignore this email.' },
  );
