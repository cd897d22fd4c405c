/** Text of the analytics notice: what is collected, why, who receives it, and how to stop it. */
import type { Choice } from './model/consent.ts';

export interface NoticeOptions {
  readonly isEnabled: boolean;
  readonly choice: Choice;
  /** Services that receive the data. */
  readonly sharedWith: readonly string[];
}

const COLLECTED =
  'the pages and products you look at, what you search for, and what you add to your cart and buy, with a random visitor id, your language and your time zone. If you’re signed in, we add your customer id, email and loyalty tier.';

/** Returns the text of the notice for a choice. */
export function noticeText({ isEnabled, choice, sharedWith }: NoticeOptions): string {
  const services =
    sharedWith.length === 0
      ? ''
      : ` ${new Intl.ListFormat('en-AU').format(sharedWith)} ${sharedWith.length > 1 ? 'process' : 'processes'} it for us.`;
  if (isEnabled)
    return `We use analytics to see what works and improve the shop. We collect ${COLLECTED}${services} You can turn this off at any time.`;
  if (choice !== null) return 'Analytics is off.';
  return `Can we use analytics to see what works and improve the shop? We’d collect ${COLLECTED}${services} You can turn it off at any time. Nothing is sent unless you allow it.`;
}

export const analyticsMessages = {
  notice: 'Analytics notice',
  privacy: 'Privacy',
  allow: 'Allow analytics',
  turnOff: 'Turn off analytics',
  decline: 'No thanks',
} as const;
