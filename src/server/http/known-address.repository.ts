import type { Database } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';

/** Returns true if the shop has ever had a reason to write to an address. A report about any other may be forged. */
export const isKnownAddress = async (database: Database, address: string): Promise<boolean> =>
  (await database.queryOne({
    text: `select 1 where exists (select 1 from customers where email_key = $1) or exists (select 1 from orders where email_key(email) = $1)
      or exists (select 1 from gift_cards where email_key(recipient_email) = $1)`,
    values: [emailKey(address)],
  })) !== null;
