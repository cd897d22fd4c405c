/**
 * Pages behind a paywall: who gives a page's password gets a proof, and with it the page. The proof is made of the password, so
 * that a new password ends every proof of the old one (docs/decisions/0031-previews-and-paywalls.md).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PageRecord } from '#domains/content/model/record.ts';
import { claimIdempotencyKey, type IdempotencyRequest, remember } from '#lib/db/idempotency.ts';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';

/** Name of the secret that proofs are made with. */
export const PAYWALL_PROOFS = 'paywall proofs';

type LockedPage = Pick<PageRecord, 'id' | 'paywall'>;

const isSame = (given: string, own: string): boolean => {
  const [a, b] = [given, own].map((text) => createHmac('sha256', 'compare').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(a, b);
};

/** What opens a page without its password. */
export const proofOf = (secret: string, { id, paywall }: LockedPage): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([id, paywall?.password ?? '']))
    .digest('base64url');

/** True where a page is open to whoever shows the proof. */
export const isProof = (secret: string, page: LockedPage, proof: string): boolean => isSame(proof, proofOf(secret, page));

/** True where the page is locked with this password. */
export const isPassword = ({ paywall }: LockedPage, password: string): boolean => paywall !== null && isSame(password, paywall.password);

/**
 * Write down who opened which pages; once for a key.
 * @returns 409 where all of them were open for that address before, else 200
 */
export function recordUnlock(
  database: Database,
  once: IdempotencyRequest & { readonly input: { readonly email: string; readonly pageIds: readonly string[] } },
): Promise<200 | 409> {
  const { email, pageIds } = once.input;
  return database.transaction(async (transaction) => {
    const before = await claimIdempotencyKey<{ status: 200 | 409 }>(transaction, once, { status: 200 });
    if (before) return before.status;
    const added = await transaction.execute({
      text: 'insert into paywall_unlocks (page_id, email) select unnest($1::text[]), $2 on conflict do nothing',
      values: [pageIds, emailKey(email)],
    });
    const status = added > 0 ? 200 : 409;
    await remember(transaction, once, { status });
    return status;
  });
}

/** Which pages a person opened, for the download of their data; gone with the account. */
export const paywallData = {
  name: 'paywalls',
  read: (db: Queryable, { email }: { readonly email: string }) =>
    db.queryMany({ text: 'select page_id, unlocked_at from paywall_unlocks where email = $1', values: [emailKey(email)] }),
  async erase(transaction: Transaction, { email }: { readonly email: string }): Promise<void> {
    await transaction.execute({ text: 'delete from paywall_unlocks where email = $1', values: [emailKey(email)] });
  },
} as const;
