/** Ids of promotions that the shop makes by itself. */
import type { Transaction } from '#lib/db/pool.ts';

/** An id that no promotion has, also where promotions with ids of another shop were imported. */
export async function generatePromotionId(transaction: Transaction): Promise<number> {
  for (;;) {
    const made = await transaction.queryOne<{ id: number; taken: boolean }>({
      name: 'promotion.made_id',
      text: `select n.id, exists (select 1 from promotions p where p.id = n.id) as taken from (select nextval('made_promotion_ids')::int as id) n`,
    });
    if (made && !made.taken) return made.id;
  }
}
