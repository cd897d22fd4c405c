/** SQL of saved views. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { SavedView } from '../views-contract.ts';

const VIEW = 'v.id, v.name, v.query, v.is_shared as "isShared", v.staff_id = $1 as "isOwn"';

/** Lists one's own views of a list and those that are shared, in the order in which they were saved. */
export const viewsOf = (db: Queryable, staffId: number, list: string): Promise<SavedView[]> =>
  db.queryMany<SavedView>({
    name: 'view.viewsOf',
    text: `select ${VIEW} from office_views v where v.list = $2 and (v.staff_id = $1 or v.is_shared) order by v.staff_id = $1 desc, v.id`,
    values: [staffId, list],
  });

export const countViews = async (transaction: Transaction, staffId: number, list: string): Promise<number> => {
  const row = await transaction.queryOne<{ count: number }>({
    name: 'view.countViews',
    text: 'select count(*)::integer as count from office_views where staff_id = $1 and list = $2',
    values: [staffId, list],
  });
  return row?.count ?? 0;
};

/** Inserts a view. @returns null if the person has one of this name */
export const insertView = (
  transaction: Transaction,
  staffId: number,
  view: { readonly list: string; readonly name: string; readonly query: string; readonly isShared: boolean },
): Promise<SavedView | null> =>
  transaction.queryOne<SavedView>({
    name: 'view.insertView',
    text: `with v as (insert into office_views (staff_id, list, name, query, is_shared) values ($1, $2, $3, $4, $5)
        on conflict (staff_id, list, lower(name)) do nothing returning *)
      select ${VIEW} from v`,
    values: [staffId, view.list, view.name, view.query, view.isShared],
  });

/** Replaces the query of one's own view. @returns null if there is none */
export const updateView = (db: Queryable, staffId: number, id: number, query: string): Promise<SavedView | null> =>
  db.queryOne<SavedView>({
    name: 'view.updateView',
    text: `with v as (update office_views set query = $3 where staff_id = $1 and id = $2 returning *) select ${VIEW} from v`,
    values: [staffId, id, query],
  });

export const removeView = (db: Queryable, staffId: number, id: number): Promise<number> =>
  db.execute({ name: 'view.removeView', text: 'delete from office_views where staff_id = $1 and id = $2', values: [staffId, id] });
