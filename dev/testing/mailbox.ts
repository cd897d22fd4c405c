/** Reads the mailbox that tests send to, waiting for mail that is on its way. */

import type { MailboxMail } from '../../src/platform/server/mail/mailer.ts';
import { readMailbox } from '../../src/platform/server/mail/mailer.ts';
import type { TestShop } from './shop.ts';

/** The newest mail to an address whose subject holds some words; waits up to ten seconds for it. */
export async function mailTo({ database }: Pick<TestShop, 'database'>, to: string, subject: string): Promise<MailboxMail> {
  for (const until = Date.now() + 10_000; Date.now() < until; ) {
    const found = (await readMailbox(database, 200)).find((mail) => mail.to === to && mail.subject.includes(subject));
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no mail '${subject}' came to ${to}`);
}

/** Path and query of the first link in a mail. */
export function linkIn({ text }: Pick<MailboxMail, 'text'>): string {
  const url = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '');
  return `${url.pathname}${url.search}`;
}

/** How many mails there are to an address. */
export const mailCount = async ({ database }: Pick<TestShop, 'database'>, to: string): Promise<number> =>
  (await readMailbox(database, 1_000)).filter((mail) => mail.to === to).length;
