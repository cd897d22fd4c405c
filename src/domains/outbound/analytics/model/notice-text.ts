/** What the analytics notice says: everything that is collected, why, who receives it, and how to stop it. */
import type { Choice } from './consent.ts';

export interface NoticeFacts {
  readonly isOn: boolean;
  readonly choice: Choice;
  readonly sharedWith: readonly string[];
}

const COLLECTED =
  'the pages and products you look at, what you search for, and what you add to your cart and buy, with a random visitor id, your language and your time zone. If you’re signed in, we add your customer id, email and loyalty tier.';

export function noticeText({ isOn, choice, sharedWith }: NoticeFacts): string {
  const services =
    sharedWith.length === 0
      ? ''
      : ` ${new Intl.ListFormat('en-AU').format(sharedWith)} ${sharedWith.length > 1 ? 'process' : 'processes'} it for us.`;
  if (isOn)
    return `We use analytics to see what works and improve the shop. We collect ${COLLECTED}${services} You can turn this off at any time.`;
  if (choice !== null) return 'Analytics is off.';
  return `Can we use analytics to see what works and improve the shop? We’d collect ${COLLECTED}${services} You can turn it off at any time. Nothing is sent unless you allow it.`;
}
