/** SQL of unlocked paywalls. */
import { claimIdempotencyKey, type IdempotencyRequest, storeResponse } from '#lib/db/idempotency.ts';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';

/**
 * Records that an email address unlocked pages. Idempotent.
 * @returns 409 if it had unlocked all of them before, else 200 [ACCESS-13]
 */
export function recordUnlock(
  database: Database,
  request: IdempotencyRequest & { readonly input: { readonly email: string; readonly pageIds: readonly string[] } },
): Promise<200 | 409> {
  const { email, pageIds } = request.input;
  return database.transaction(async (transaction) => {
    const saved = await claimIdempotencyKey<{ status: 200 | 409 }>(transaction, request, { status: 200 });
    if (saved) return saved.status;
    const added = await transaction.execute({
      text: 'insert into paywall_unlocks (page_id, email) select unnest($1::text[]), $2 on conflict do nothing',
      values: [pageIds, emailKey(email)],
    });
    const status = added > 0 ? 200 : 409;
    await storeResponse(transaction, request, { status });
    return status;
  });
}

/** Unlocked pages in the data download. Deleted with the account. */
export const paywallData = {
  name: 'paywalls',
  read: (db: Queryable, { email }: { readonly email: string }) =>
    db.queryMany({ text: 'select page_id, unlocked_at from paywall_unlocks where email = $1', values: [emailKey(email)] }),
  async erase(transaction: Transaction, { email }: { readonly email: string }): Promise<void> {
    await transaction.execute({ text: 'delete from paywall_unlocks where email = $1', values: [emailKey(email)] });
  },
} as const;
