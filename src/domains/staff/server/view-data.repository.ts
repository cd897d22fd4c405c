/** SQL of saved views as a source of personal data: what staff searched for may name a customer. */
import type { Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import { recordActivity } from './activity.repository.ts';
import { eraseFromView } from './erase-from-view.ts';

interface ViewRow {
  readonly id: number;
  readonly name: string;
  readonly query: string;
}

/** Removes a customer from saved views. The log says how many were changed, not what they searched for. */
export const viewData = {
  name: 'savedViews',
  // A search is work of staff and says nothing about the customer that their data does not.
  read: async (): Promise<undefined> => undefined,
  async erase(transaction: Transaction, { id, email }: { readonly id: number; readonly email: string }): Promise<void> {
    const person = await transaction.queryOne<{ givenName: string; familyName: string }>({
      name: 'view-data.erase.person',
      text: 'select given_name as "givenName", family_name as "familyName" from customers where id = $1',
      values: [id],
    });
    const named = { email: emailKey(email), givenName: person?.givenName ?? '', familyName: person?.familyName ?? '' };
    const views = await transaction.queryMany<ViewRow>({
      name: 'view-data.erase.views',
      text: 'select id, name, query from office_views order by id for update',
    });
    let changed = 0;
    for (const view of views) {
      const left = eraseFromView(view, named);
      if (left === view.query) continue;
      changed += 1;
      if (left === null)
        await transaction.execute({ name: 'view-data.erase.delete', text: 'delete from office_views where id = $1', values: [view.id] });
      else
        await transaction.execute({
          name: 'view-data.erase.update',
          text: 'update office_views set query = $2 where id = $1',
          values: [view.id, left],
        });
    }
    if (changed > 0)
      await recordActivity(
        transaction,
        { kind: 'system', name: 'Erasure' },
        { action: 'customer.views_cleared', subject: { kind: 'customer', id }, after: { views: changed } },
      );
  },
};
