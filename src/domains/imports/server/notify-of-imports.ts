/** Mails whoever is in charge of a schedule that its file was held or failed. */
import type { QueueStaffMail } from '#domains/staff/server/staff-mail.ts';
import type { Database } from '#lib/db/pool.ts';
import { lockUnnotified, markNotified } from './import.repository.ts';

/**
 * Queues an email for each import of a schedule that was held or failed, once, in whichever process is first.
 * @param origin that of the office, to which the email leads. Null if the shop has none
 * @returns how many
 */
export async function notifyOfImports(database: Database, origin: string | null, queueMail: QueueStaffMail): Promise<number> {
  if (origin === null) return 0;
  return database.transaction(async (transaction) => {
    const imports = await lockUnnotified(transaction);
    for (const { id, staffId, schedule, state, problem } of imports)
      await queueMail(transaction, {
        kind: 'import',
        staffId,
        schedule,
        isHeld: state === 'held',
        problem,
        path: `/imports/${id}`,
        origin,
      });
    await markNotified(
      transaction,
      imports.map(({ id }) => id),
    );
    return imports.length;
  });
}
