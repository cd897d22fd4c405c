/** What happened to a page: the activity log of the office, and versions that imports and commands made. */
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { listActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import { isJsonObject } from '#lib/json.ts';
import type { PageEvent } from '../office-contract.ts';
import { listVersions } from './page-draft.repository.ts';

/** Entries of a timeline. Older ones are in the activity log and in the list of versions. */
const MAX_EVENTS = 50;
const MAX_VERSION = 2_147_483_647;

/** Lists what happened to a page, the latest first. */
export async function readPageHistory(database: Database, id: string, { markets }: Pick<StaffActor, 'markets'>): Promise<PageEvent[]> {
  const filter = {
    search: null,
    subjectKind: 'page',
    subjectId: id,
    staffId: null,
    action: null,
    market: null,
    markets,
    from: null,
    to: null,
  };
  const [log, versions] = await Promise.all([
    listActivity(database, filter, null, MAX_EVENTS),
    listVersions(database, id, MAX_VERSION, MAX_EVENTS),
  ]);
  const events = log.map(({ id: entry, at, actorName, action, before, after }) => ({
    id: String(entry),
    at: at.toISOString(),
    who: actorName,
    action,
    fields: before === null || !isJsonObject(after) ? [] : Object.keys(after),
  }));
  const imports = versions
    .filter(({ author }) => author === '')
    .map(({ version, savedAt, record }) => ({
      id: `version-${version}`,
      at: savedAt.toISOString(),
      who: '',
      action: record === null ? 'page.removed' : 'page.imported',
      fields: [],
    }));
  return [...events, ...imports].sort((a, b) => b.at.localeCompare(a.at)).slice(0, MAX_EVENTS);
}
