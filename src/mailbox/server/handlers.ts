/** Shows the mailbox to this machine where the configuration allows it; elsewhere there is none. */
import { ok, fail } from '../../platform/contract.ts';
import type { Config } from '../../platform/server/config.ts';
import type { Database } from '../../platform/server/database/pool.ts';
import type { Handlers } from '../../platform/server/http/register-calls.ts';
import { readMailbox } from '../../platform/server/mail/mailer.ts';
import type { mailboxContract } from '../contract.ts';

export function mailboxHandlers(database: Database, config: Pick<Config, 'DEV_PAGES' | 'SMTP_URL'>): Handlers<typeof mailboxContract> {
  const isOpen = config.DEV_PAGES && config.SMTP_URL === undefined;
  return {
    async read({ limit }, { isLocal }) {
      return isOpen && isLocal ? ok({ data: await readMailbox(database, limit) }) : fail('no_mailbox');
    },
  };
}
