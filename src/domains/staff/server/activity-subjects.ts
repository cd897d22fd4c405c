/** Records of the activity log as far as the reader may see them: their names, and those that a search means. */
import type { Queryable } from '#lib/db/pool.ts';
import { escapeLike, wordPattern } from '#lib/db/word-pattern.ts';
import { isUuid } from '#lib/is-uuid.ts';
import { audiencesFor } from '#markets/audiences.ts';
import { ACTION_NAMES } from '../messages/activity.ts';
import type { Subject } from '../model/activity-changes.ts';
import { nameKind } from '../model/activity-names.ts';
import type { StaffActor } from '../model/staff-actor.ts';
import { type ActivitySearch, findEntriesOf } from './activity.repository.ts';
import { findSubjects, readSubjectNames, type SubjectKeys } from './activity-subject.repository.ts';

type Reader = Pick<StaffActor, 'may' | 'marketsWith'>;

/** Names a setting by its key. @returns null for unknown ones */
export type NameSetting = (id: string) => string | null;

const MAX_INTEGER = 2_147_483_647;
const MAX_SEARCH = 60;

export const subjectKey = ({ kind, id }: Subject): string => `${kind}:${id}`;

/** The number of a customer or product in an id such as `AU:10001` or `AU-42`. */
const numberIn = (id: string): string => id.slice(id.search(/[:-]/) + 1);

const toIntegers = (ids: readonly string[]): number[] =>
  ids.filter((id) => /^\d{1,10}$/.test(id)).flatMap((id) => (Number(id) <= MAX_INTEGER ? [Number(id)] : []));

function keysOf(subjects: readonly Subject[], { may, marketsWith }: Reader): SubjectKeys {
  const of = (kind: string): string[] => subjects.filter((subject) => subject.kind === kind).map(({ id }) => id);
  const uuids = (kind: string): string[] => of(kind).filter(isUuid);
  const wineMarkets = marketsWith('catalogue.read');
  const pageMarkets = marketsWith('pages.read');
  const seesWines = wineMarkets.length > 0;
  return {
    orders: uuids('order'),
    claims: uuids('claim'),
    orderMarkets: marketsWith('orders.read'),
    customers: toIntegers([...of('customer'), ...of('credit').map(numberIn)]),
    customerMarkets: [...marketsWith('customers.read')],
    offers: of('offer'),
    audiences: audiencesFor(wineMarkets),
    products: toIntegers(
      of('stock')
        .filter((id) => wineMarkets.some((market) => id.startsWith(`${market}-`)))
        .map(numberIn),
    ),
    giftCards: uuids('gift_card'),
    creditMarkets: marketsWith('credit.read'),
    memberships: uuids('membership'),
    clubMarkets: marketsWith('clubs.read'),
    pages: of('page'),
    pageMarkets,
    staff: toIntegers(of('staff')),
    roles: toIntegers(of('role')),
    pictures: seesWines || pageMarkets.length > 0 ? of('picture') : [],
    imports: may('catalogue.import', 'any market') ? toIntegers(of('import')) : [],
    schedules: may('catalogue.import', 'any market') ? toIntegers(of('import_schedule')) : [],
    mappings: may('catalogue.import', 'any market') ? toIntegers(of('import_mapping')) : [],
    entries: uuids('form_entry'),
    entryMarkets: marketsWith('inbox.read'),
    errors: may('system.read', 'any market') ? of('error') : [],
  };
}

/** Returns the names of records by `subjectKey`. Those without one are gone, or not the reader's to see. */
export async function nameSubjects(
  db: Queryable,
  reader: Reader,
  subjects: readonly Subject[],
  nameSetting: NameSetting,
): Promise<ReadonlyMap<string, string>> {
  const rows = await readSubjectNames(db, keysOf(subjects, reader));
  const found = new Map(rows.filter(({ name }) => name !== '').map((row) => [subjectKey(row), row.name]));
  return new Map(
    subjects.flatMap((subject) => {
      const { kind, id } = subject;
      const [market] = id.split(/[:-]/);
      const name =
        kind === 'setting'
          ? nameSetting(id)
          : kind === 'stock' || kind === 'credit'
            ? found.get(`${kind === 'stock' ? 'stock' : 'customer'}:${numberIn(id)}`)
            : found.get(subjectKey(subject));
      if (!name) return [];
      return [[subjectKey(subject), kind === 'stock' || kind === 'credit' ? `${name} (${market})` : name] as const];
    }),
  );
}

/** Returns what a text can mean: people, what was done, and records. */
export async function toActivitySearch(
  db: Queryable,
  { may, marketsWith }: Reader,
  text: string,
  settings: readonly { readonly id: string; readonly name: string }[],
): Promise<ActivitySearch> {
  const words = text.trim().toLowerCase().slice(0, MAX_SEARCH);
  const number = /^#?(\d{1,10})$/.exec(words)?.[1];
  const subjects = await findSubjects(db, {
    number: number !== undefined && Number(number) <= MAX_INTEGER ? Number(number) : null,
    word: wordPattern(words),
    part: `%${escapeLike(words)}%`,
    orderMarkets: marketsWith('orders.read'),
    customerMarkets: marketsWith('customers.read'),
    creditMarkets: marketsWith('credit.read'),
    clubMarkets: marketsWith('clubs.read'),
    seesWines: may('catalogue.read', 'any market'),
    seesPages: may('pages.read', 'any market'),
  });
  const named = settings.filter(({ name }) => name.toLowerCase().includes(words)).map(({ id }) => ({ kind: 'setting', id }));
  const all = [...subjects, ...named];
  return {
    name: escapeLike(words),
    staffIds: subjects.filter(({ kind }) => kind === 'staff').map(({ id }) => Number(id)),
    actions: Object.entries(ACTION_NAMES)
      .filter(
        ([action, name]) => action.startsWith(words) || `${nameKind(action.split('.')[0] ?? '')} ${name}`.toLowerCase().includes(words),
      )
      .map(([action]) => action),
    entryIds: await findEntriesOf(
      db,
      text.trim(),
      all.map(({ id }) => id),
      all.map(subjectKey),
    ),
  };
}
