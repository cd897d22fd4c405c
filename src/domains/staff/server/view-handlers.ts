/** Handlers of saved views. */
import type { Database } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { viewsContract } from '../views-contract.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from './office-handlers.ts';
import { countViews, insertView, removeView, updateView, viewsOf } from './view.repository.ts';

/** Views of one list that a person may have. */
const MAX_VIEWS = 30;

const viewHandlers = (database: Database): OfficeHandlers<typeof viewsContract> => ({
  savedViews: async ({ list }, { staff }) => ok({ rows: await viewsOf(database, staff.id, list) }),
  saveView: (view, { staff }) =>
    database.transaction(async (transaction) => {
      if ((await countViews(transaction, staff.id, view.list)) >= MAX_VIEWS) return fail('too_many_views');
      const saved = await insertView(transaction, staff.id, view);
      return saved ? ok(saved) : fail('name_taken');
    }),
  changeView: async ({ id, query }, { staff }) => {
    const changed = await updateView(database, staff.id, id, query);
    return changed ? ok(changed) : fail('not_found');
  },
  deleteView: async ({ id }, { staff }) => {
    await removeView(database, staff.id, id);
    return ok(null);
  },
});

/** Binds the calls of saved views. */
export const viewEndpoints = (database: Database): OfficeEndpoint[] => officeHandlers(viewsContract, viewHandlers(database));
