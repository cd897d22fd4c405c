/** Emails about claims as data. */
import type { MailTexts } from '#domains/settings/model/mail-texts.ts';
import { type EmailContent, greet } from '#lib/email-content.ts';
import { claimEmailMessages as m, PROBLEM_LABELS } from '../messages/claims.ts';
import type { ClaimProblem } from './claim.ts';

export interface ClaimEmailData {
  readonly texts: MailTexts;
  readonly firstName: string;
  readonly number: string;
  /** Formatted. Empty if nothing was credited. */
  readonly amount: string;
  readonly lines: readonly { readonly name: string; readonly problem: ClaimProblem; readonly bottles: number }[];
  /** Cases that are sent again. */
  readonly sent: readonly { readonly name: string; readonly cases: number }[];
  readonly answer: string;
  /** The page of the claim. */
  readonly url: string;
}

const frame = ({ texts, firstName, url }: ClaimEmailData) => ({
  shopName: texts.shopName,
  greeting: greet(firstName),
  action: (label: string) => ({ label, url }),
  code: null,
});
const answerOf = ({ answer }: ClaimEmailData): string[] => (answer === '' ? [] : [m.answer(answer)]);

/** Builds the email that confirms a claim. */
export function claimReceivedEmail(data: ClaimEmailData): EmailContent {
  const { texts, number, lines } = data;
  const { shopName, greeting, action, code } = frame(data);
  return {
    shopName,
    subject: texts.line('claim-received', 'subject', { number }),
    paragraphs: [
      greeting,
      ...texts.paragraphs('claim-received', 'text', { number }),
      ...lines.map(({ name, problem, bottles }) => m.line(name, PROBLEM_LABELS[problem], bottles)),
    ],
    action: action(texts.line('claim-received', 'view', {})),
    code,
    closing: texts.line('claim-received', 'closing', {}),
  };
}

/** Builds the email about store credit for a claim. */
export function claimCreditedEmail(data: ClaimEmailData): EmailContent {
  const { texts, number, amount } = data;
  const { shopName, greeting, action, code } = frame(data);
  return {
    shopName,
    subject: texts.line('claim-credited', 'subject', { number, amount }),
    paragraphs: [greeting, ...texts.paragraphs('claim-credited', 'text', { number, amount }), ...answerOf(data)],
    action: action(texts.line('claim-credited', 'view', {})),
    code,
    closing: texts.line('claim-credited', 'closing', {}),
  };
}

/** Builds the email about cases that are sent again for a claim. */
export function claimReplacedEmail(data: ClaimEmailData): EmailContent {
  const { texts, number, sent } = data;
  const { shopName, greeting, action, code } = frame(data);
  return {
    shopName,
    subject: texts.line('claim-replaced', 'subject', { number }),
    paragraphs: [
      greeting,
      ...texts.paragraphs('claim-replaced', 'text', { number }),
      ...sent.map(({ name, cases }) => m.sent(name, cases)),
      ...answerOf(data),
    ],
    action: action(texts.line('claim-replaced', 'view', {})),
    code,
    closing: texts.line('claim-replaced', 'closing', {}),
  };
}

/** Builds the email about a claim that staff declined. */
export function claimDeclinedEmail(data: ClaimEmailData): EmailContent {
  const { texts, number } = data;
  const { shopName, greeting, action, code } = frame(data);
  return {
    shopName,
    subject: texts.line('claim-declined', 'subject', { number }),
    paragraphs: [greeting, ...texts.paragraphs('claim-declined', 'text', { number }), ...answerOf(data)],
    action: action(texts.line('claim-declined', 'view', {})),
    code,
    closing: texts.line('claim-declined', 'closing', {}),
  };
}
