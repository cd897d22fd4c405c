/** Shows the mailbox to this machine where the configuration allows it; elsewhere there is none. */
import { answer, refuse } from '../../platform/contract.ts';
import type { Config } from '../../platform/server/config.ts';
import type { Database } from '../../platform/server/database/pool.ts';
import type { Handlers } from '../../platform/server/http/register-calls.ts';
import { readMailbox } from '../../platform/server/mail/mailer.ts';
import type { mailboxCalls } from '../contract.ts';

export function mailboxHandlers(database: Database, config: Pick<Config, 'DEV_PAGES' | 'SMTP_URL'>): Handlers<typeof mailboxCalls> {
  const isOpen = config.DEV_PAGES && config.SMTP_URL === undefined;
  return {
    async read({ limit }, { isLocal }) {
      return isOpen && isLocal ? answer({ data: await readMailbox(database, limit) }) : refuse('no_mailbox');
    },
  };
}
