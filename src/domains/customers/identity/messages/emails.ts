/** The emails about accounts. Their texts are among the settings. */
import type { MailTexts } from '#domains/settings/model/mail-texts.ts';
import { type EmailContent, greet } from '#lib/email-content.ts';

const email = (content: Partial<EmailContent> & Pick<EmailContent, 'shopName' | 'subject' | 'paragraphs' | 'closing'>): EmailContent => ({
  action: null,
  code: null,
  ...content,
});

export const joinEmail = (texts: MailTexts, givenName: string, url: string): EmailContent =>
  email({
    shopName: texts.shopName,
    subject: texts.line('account-join', 'subject', {}),
    paragraphs: [greet(givenName), ...texts.paragraphs('account-join', 'text', {})],
    action: { label: texts.line('account-join', 'action', {}), url },
    closing: texts.line('account-join', 'closing', {}),
  });

/** Writes an email that consists of its texts and a link. */
const linkEmail = (texts: MailTexts, mail: 'account-exists' | 'account-confirm' | 'password-reset', url: string): EmailContent =>
  email({
    shopName: texts.shopName,
    subject: texts.line(mail, 'subject', {}),
    paragraphs: texts.paragraphs(mail, 'text', {}),
    action: { label: texts.line(mail, 'action', {}), url },
    closing: texts.line(mail, 'closing', {}),
  });

/** Tells the owner of an address that somebody tried to join with it. The page shows everyone the same. */
export const alreadyJoinedEmail = (texts: MailTexts, url: string): EmailContent => linkEmail(texts, 'account-exists', url);

export const verifyEmail = (texts: MailTexts, url: string): EmailContent => linkEmail(texts, 'account-confirm', url);

export const resetEmail = (texts: MailTexts, url: string): EmailContent => linkEmail(texts, 'password-reset', url);

/** Creates the email about a changed password. @param phone the shop's phone number in the market */
export const passwordChangedEmail = (texts: MailTexts, phone: string): EmailContent =>
  email({
    shopName: texts.shopName,
    subject: texts.line('password-changed', 'subject', {}),
    paragraphs: texts.paragraphs('password-changed', 'text', {}),
    closing: texts.line('password-changed', 'closing', { phone }),
  });

export const codeEmail = (texts: MailTexts, code: string): EmailContent =>
  email({
    shopName: texts.shopName,
    subject: texts.line('email-code', 'subject', {}),
    paragraphs: texts.paragraphs('email-code', 'text', {}),
    code,
    closing: texts.line('email-code', 'closing', {}),
  });

/** Sent to the old address after a change of email. */
export const emailChangedEmail = (texts: MailTexts, maskedEmail: string, undoUrl: string): EmailContent =>
  email({
    shopName: texts.shopName,
    subject: texts.line('email-changed', 'subject', {}),
    paragraphs: texts.paragraphs('email-changed', 'text', { email: maskedEmail }),
    action: { label: texts.line('email-changed', 'action', {}), url: undoUrl },
    closing: texts.line('email-changed', 'closing', {}),
  });
