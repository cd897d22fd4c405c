/** Publishes drafts of live pages at the moment for which they are scheduled. Each is a transaction of its own. */
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import { scheduleProblems } from '../messages/page-schedule.ts';
import { completePage, draftText } from '../model/page-draft.ts';
import { announceContent, isScheduled, loggedMarket, marketsOf, publish, reasonOf } from './office-pages.ts';
import { deleteDraft, dueDrafts, lockEditedPage, markScheduleProblem } from './page-draft.repository.ts';

/** Pages of one run. The next run does the others. */
const MAX_PAGES = 50;

const publishDue = (database: Database, id: string): Promise<boolean> =>
  database.transaction(async (transaction) => {
    const edited = await lockEditedPage(transaction, id);
    if (!edited?.draft?.schedule || !isScheduled(edited)) return false;
    const { draft } = edited;
    const { schedule } = edited.draft;
    // A colleague may have scheduled it for later since.
    if (schedule.at.getTime() > Date.now()) return false;
    const actor = { kind: 'system', name: schedule.author, staffId: schedule.staffId } as const;
    const leave = async (problem: string): Promise<boolean> => {
      await markScheduleProblem(transaction, id, problem);
      await recordActivity(transaction, actor, {
        action: 'page.schedule_missed',
        subject: { kind: 'page', id },
        market: loggedMarket(marketsOf(edited)),
        after: { title: draftText(draft.record, 'title'), publishAt: schedule.at.toISOString(), reason: problem },
      });
      await announceContent(transaction);
      return false;
    };
    if (edited.version !== schedule.version || draft.revision !== schedule.revision) return leave(scheduleProblems.changed);
    const complete = completePage({ ...draft.record, state: 'published' });
    if ('issues' in complete) return leave(reasonOf(complete.issues));
    const failed = await publish(transaction, actor, edited.page, complete.page, 'page.published');
    if (failed) return leave(scheduleProblems.pathTaken(failed.values.title));
    await deleteDraft(transaction, id);
    await announceContent(transaction);
    return true;
  });

/**
 * Publishes what is due. A draft that no longer fits stays, with the reason.
 * @returns how many it published
 * @throws AggregateError if some failed. The others were published
 */
export async function publishDuePages(database: Database): Promise<number> {
  let count = 0;
  const errors: unknown[] = [];
  for (const id of await dueDrafts(database, MAX_PAGES)) {
    try {
      if (await publishDue(database, id)) count += 1;
    } catch (error) {
      // A page that fails must not keep back those behind it.
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of the scheduled pages could not be published`);
  return count;
}
