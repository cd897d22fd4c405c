/** Serves the mailbox to this machine if the configuration allows it, otherwise 404. */

import type { Database } from '#lib/db/pool.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { readMailbox } from '#lib/mail/dev-mailbox.repository.ts';
import { fail, ok } from '#lib/result.ts';
import type { Config } from '#lib/server/config.ts';
import type { mailboxContract } from '../contract.ts';

export function mailboxHandlers(database: Database, config: Pick<Config, 'DEV_PAGES' | 'SMTP_URL'>): Handlers<typeof mailboxContract> {
  const isOpen = config.DEV_PAGES && config.SMTP_URL === undefined;
  return {
    async read({ limit }, { isLocal }) {
      return isOpen && isLocal ? ok({ data: await readMailbox(database, limit) }) : fail('no_mailbox');
    },
  };
}
