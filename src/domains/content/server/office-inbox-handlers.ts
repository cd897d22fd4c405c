/** Handlers of the office's calls about form entries. */
import { z } from 'zod';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { lastChangeOf, listActivity, recordActivity } from '#domains/staff/server/activity.repository.ts';
import { requirePermission } from '#domains/staff/server/authenticate.ts';
import { exportDetails } from '#domains/staff/server/export-details.ts';
import { fromCursor, MAX_EXACT_TOTAL, pageOf, toTotal } from '#domains/staff/server/list-cursor.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import { csvValue } from '#lib/csv-value.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { escapeLike } from '#lib/db/word-pattern.ts';
import { fail, ok } from '#lib/result.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { type EntryRow, inboxOfficeContract, type OfficeEntry } from '../inbox-office-contract.ts';
import { inboxMessages } from '../messages/office-inbox.ts';
import { ENTRY_STATES, type EntryState, mainAnswer } from '../model/inbox.ts';
import {
  countEntries,
  type EntryHead,
  type InboxFilter,
  type InboxRow,
  listEntries,
  listForms,
  lockEntries,
  readEntry,
  updateNote,
  updateState,
} from './inbox.repository.ts';

const position = z.object({ key: z.string().max(60), id: z.uuid() });
const answersOf = z.array(z.object({ label: z.string(), value: z.string() }));
const change = z.object({ state: z.enum(ENTRY_STATES).optional() });
const SHOWN_TEXT = 160;
const HISTORY = 50;
const EXPORT_PAGE = 500;
const SUBJECT = 'form_entry';

const stateOf = (state: string): EntryState => ENTRY_STATES.find((one) => one === state) ?? 'open';
const marketOf = (market: string): Market => MARKETS.find((one) => one === market) ?? MARKETS[0];

const viewRow = ({ id, market, form, email, answers, receivedAt, state, handledBy, note }: InboxRow): EntryRow => ({
  id,
  market: marketOf(market),
  form,
  email,
  text: mainAnswer(answersOf.parse(answers)).slice(0, SHOWN_TEXT).toWellFormed(),
  receivedAt: receivedAt.toISOString(),
  state: stateOf(state),
  handledBy,
  hasNote: note !== '',
});

interface ListInput {
  readonly q?: string | undefined;
  readonly 'filter[state]'?: readonly EntryState[] | undefined;
  readonly 'filter[form]'?: string | undefined;
  readonly 'filter[market]'?: readonly Market[] | undefined;
}

/** Returns the filter of a list within some markets. */
function filterOf(input: ListInput, markets: readonly Market[], ids: readonly string[] | null = null): InboxFilter {
  const words = (input.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = input['filter[market]'];
  return {
    markets: wanted === undefined ? markets : markets.filter((market) => wanted.includes(market)),
    pattern: words.length === 0 ? null : `%${words.map(escapeLike).join('%')}%`,
    states: input['filter[state]'] ?? null,
    form: input['filter[form]'] ?? null,
    ids,
  };
}

/** Changes the state of an entry. The log names no shopper, because it outlives the entry. */
async function changeState(transaction: Transaction, staff: StaffActor, { id, market, state: before }: EntryHead, state: EntryState) {
  await updateState(transaction, id, state, staff.name);
  await recordActivity(transaction, staff, {
    action: `form_entry.${state === 'open' ? 'reopened' : state === 'spam' ? 'marked_as_spam' : 'handled'}`,
    subject: { kind: SUBJECT, id },
    market,
    before: { state: before },
    after: { state },
  });
}

const csvLine = (values: readonly string[]): string => `${values.map(csvValue).join(',')}\n`;

function inboxHandlers(database: Database): OfficeHandlers<typeof inboxOfficeContract> {
  const view = async (id: string, staff: StaffActor) => {
    const entry = await readEntry(database, id, staff.markets);
    if (!entry) return fail('not_found');
    const market = marketOf(entry.market);
    const log = await listActivity(
      database,
      {
        search: null,
        subjectKind: SUBJECT,
        subjectId: id,
        staffId: null,
        action: null,
        market: null,
        markets: staff.markets,
        from: null,
        to: null,
      },
      null,
      HISTORY,
    );
    const value: OfficeEntry = {
      id,
      market,
      form: entry.form,
      email: entry.email,
      answers: answersOf.parse(entry.answers),
      receivedAt: entry.receivedAt.toISOString(),
      state: stateOf(entry.state),
      handledAt: entry.handledAt?.toISOString() ?? null,
      handledBy: entry.handledBy,
      note: entry.note,
      page: { id: entry.pageId, title: entry.pageTitle ?? entry.pageId },
      version: entry.version,
      timeZone: timeZoneOf(market),
      others: entry.others,
      neighbours: { previous: entry.previous, next: entry.next },
      history: log.map(({ at, actorName, after }) => ({
        at: at.toISOString(),
        who: actorName,
        state: change.safeParse(after).data?.state ?? null,
      })),
    };
    return ok(value);
  };
  return {
    inbox: async (input, { staff }) => {
      const after = fromCursor(input.cursor, position);
      if (!after.ok) return after;
      const filter = filterOf(input, staff.markets);
      const [rows, count] = await Promise.all([
        listEntries(database, filter, input.sort, after.value, input.limit + 1),
        countEntries(database, filter, MAX_EXACT_TOTAL + 1),
      ]);
      const { page, nextCursor } = pageOf(rows, input.limit, ({ key, id }) => ({ key, id }));
      return ok({ rows: page.map(viewRow), nextCursor, total: toTotal(count) });
    },
    inboxForms: async (_input, { staff }) => ok({ forms: (await listForms(database, staff.markets)).map(({ form }) => form) }),
    inboxEntry: ({ id }, { staff }) => view(id, staff),
    changeEntry: async ({ id, version, state, note }, { staff }) => {
      const changed = await database.transaction(async (transaction) => {
        const [entry] = await lockEntries(transaction, [id], staff.markets);
        if (!entry) return fail('not_found');
        if (entry.version !== version) return fail('changed_meanwhile', await lastChangeOf(transaction, { kind: SUBJECT, id }));
        if (state !== undefined && state !== entry.state) await changeState(transaction, staff, entry, state);
        if (note !== undefined) {
          await updateNote(transaction, id, note);
          await recordActivity(transaction, staff, { action: 'form_entry.noted', subject: { kind: SUBJECT, id }, market: entry.market });
        }
        return ok(null);
      });
      return changed.ok ? view(id, staff) : changed;
    },
    changeEntries: async ({ entries }, { staff }) => {
      const wanted = new Map(entries.map((entry) => [entry.id, entry]));
      return database.transaction(async (transaction) => {
        const changed: { id: string; before: EntryState }[] = [];
        let kept = 0;
        for (const entry of await lockEntries(transaction, [...wanted.keys()], staff.markets)) {
          const { state = entry.state, expected } = wanted.get(entry.id) ?? {};
          if (state === entry.state) continue;
          if (expected === entry.state) {
            await changeState(transaction, staff, entry, state);
            changed.push({ id: entry.id, before: entry.state });
          } else kept += 1;
        }
        return ok({ changed, kept });
      });
    },
    exportInbox: async ({ ids, cursor, ...input }, { staff }) => {
      await requirePermission(database, staff, 'inbox.read', 'any market');
      const after = fromCursor(cursor, position);
      if (!after.ok) return after;
      const markets = staff.marketsWith('inbox.read').filter((market) => staff.markets.includes(market));
      const rows = await listEntries(database, filterOf(input, markets, ids ?? null), input.sort, after.value, EXPORT_PAGE + 1);
      const { page, nextCursor } = pageOf(rows, EXPORT_PAGE, ({ key, id }) => ({ key, id }));
      if (after.value === null)
        await database.transaction((transaction) =>
          recordActivity(transaction, staff, {
            action: 'form_entry.exported',
            subject: { kind: SUBJECT, id: 'list' },
            after: { filters: exportDetails(input) },
          }),
        );
      const lines = page.map(({ receivedAt, market, form, email, answers, state, handledBy, note }) =>
        csvLine([
          receivedAt.toISOString(),
          market,
          form,
          email ?? '',
          answersOf
            .parse(answers)
            .filter(({ value }) => value !== '')
            .map(({ label, value }) => `${label}: ${value}`)
            .join('\n'),
          state,
          handledBy,
          note,
        ]),
      );
      const head = after.value === null ? csvLine(inboxMessages.csv) : '';
      return ok({ csv: `${head}${lines.join('')}`, rows: page.length, nextCursor });
    },
  };
}

/** Binds the office's calls about form entries. */
export const inboxOfficeEndpoints = (database: Database): OfficeEndpoint[] => officeHandlers(inboxOfficeContract, inboxHandlers(database));
