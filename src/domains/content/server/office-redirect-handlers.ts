/** Handlers of the office's calls about redirects. */
import { z } from 'zod';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { lastChangeOf, recordActivity } from '#domains/staff/server/activity.repository.ts';
import { fromCursor, MAX_EXACT_TOTAL, pageOf, toTotal } from '#domains/staff/server/list-cursor.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import type { Input } from '#lib/define-contract.ts';
import { fail, ok } from '#lib/result.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { type RedirectRecord, redirectKey, redirectRecord } from '../model/redirect.ts';
import { redirectOfficeContract } from '../redirect-office-contract.ts';
import { announceContent, foreignMarkets, loggedMarket } from './office-pages.ts';
import type { PageStore } from './page-store.ts';
import {
  countRedirects,
  deleteRedirect,
  listRedirects,
  lockRedirect,
  type RedirectFilter,
  RedirectLoopError,
  versionOf,
  writeRedirects,
} from './redirect.repository.ts';

const position = z.object({ key: z.string().max(300), id: z.string().max(200) });

/** Converts the filters of a call. Only the markets of the person count. */
function toFilter(input: Input<(typeof redirectOfficeContract)['redirects']>, { markets }: StaffActor): RedirectFilter {
  const chosen = input['filter[market]'];
  const kind = input['filter[kind]'];
  const [from = '', to = from] = input['filter[changed]']?.split('..') ?? [];
  const [zone] = markets;
  return {
    markets: chosen === undefined ? markets : markets.filter((market) => chosen.includes(market)),
    q: input.q ?? '',
    isPermanent: kind === undefined ? null : kind === 'permanent',
    from: from || null,
    to: to || null,
    timeZone: zone === undefined ? 'UTC' : timeZoneOf(zone),
  };
}

function redirectHandlers(database: Database, pages: PageStore): OfficeHandlers<typeof redirectOfficeContract> {
  const announced = async (): Promise<void> => {
    await announceContent(database);
    await pages.refresh();
  };
  /** Locks a redirect that a person may change and returns it. Null if there is none. */
  const lockOwn = async (transaction: Transaction, from: string, staff: StaffActor) => {
    const found = await lockRedirect(transaction, from);
    const foreign = found ? foreignMarkets(found.redirect.markets, staff) : [];
    return foreign.length > 0 ? fail('other_market', { markets: foreign.join(', ') }) : ok(found);
  };
  /** Locks a redirect that a person may change and returns it as they saw it. */
  const lockSeen = async (transaction: Transaction, from: string, version: string, staff: StaffActor) => {
    const found = await lockOwn(transaction, from, staff);
    if (!found.ok) return found;
    if (!found.value) return fail('not_found');
    if (found.value.version === version) return ok(found.value.redirect);
    return fail('changed_meanwhile', await lastChangeOf(transaction, { kind: 'redirect', id: from }));
  };
  /** Makes sure that there is no redirect from an address. */
  const lockFree = async (transaction: Transaction, from: string, staff: StaffActor) => {
    const found = await lockOwn(transaction, from, staff);
    if (!found.ok) return found;
    return found.value ? fail('redirect_exists', { from, to: found.value.redirect.to }) : ok(null);
  };
  /** Deletes a locked redirect. @returns what takes it back */
  const remove = async (transaction: Transaction, staff: StaffActor, redirect: RedirectRecord) => {
    const { from, to, isPermanent, markets } = redirect;
    await deleteRedirect(transaction, from);
    await recordActivity(transaction, staff, {
      action: 'redirect.deleted',
      subject: { kind: 'redirect', id: from },
      market: loggedMarket(markets),
      before: redirect,
    });
    return { from, to, isPermanent, markets };
  };
  return {
    redirects: async (input, { staff }) => {
      const after = fromCursor(input.cursor, position);
      if (!after.ok) return after;
      const filter = toFilter(input, staff);
      const [rows, count] = await Promise.all([
        listRedirects(database, filter, input.sort, after.value, input.limit + 1),
        countRedirects(database, filter, MAX_EXACT_TOTAL + 1),
      ]);
      const { page, nextCursor } = pageOf(rows, input.limit, ({ key, from }) => ({ key, id: from }));
      return ok({
        rows: page.map(({ from, record, changedAt, version }) => {
          const { to, isPermanent, markets } = redirectRecord.parse(record);
          return { from, to, isPermanent, markets, hasPage: pages.hasPath(from), changedAt: changedAt.toISOString(), version };
        }),
        nextCursor,
        total: toTotal(count),
      });
    },
    saveRedirect: async ({ version, markets, ...input }, { staff }) => {
      const parsed = redirectRecord.safeParse({ record: 'redirect', ...input, markets: markets ?? staff.markets });
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        return fail('redirect_refused', {
          reason: `${issue?.path[0] === 'from' ? 'The old address' : 'The new address'} ${issue?.message ?? ''}.`,
        });
      }
      const foreign = foreignMarkets(parsed.data.markets, staff);
      if (foreign.length > 0) return fail('other_market', { markets: foreign.join(', ') });
      try {
        const saved = await database.transaction(async (transaction) => {
          const { from } = parsed.data;
          const before = version === null ? await lockFree(transaction, from, staff) : await lockSeen(transaction, from, version, staff);
          if (!before.ok) return before;
          const redirect = { ...parsed.data, markets: markets ?? before.value?.markets ?? parsed.data.markets };
          await writeRedirects(transaction, [redirect]);
          await recordActivity(transaction, staff, {
            action: 'redirect.saved',
            subject: { kind: 'redirect', id: redirect.from },
            market: loggedMarket(redirect.markets),
            before: before.value,
            after: redirect,
          });
          return ok({ from: redirect.from, version: versionOf(redirect) });
        });
        if (saved.ok) await announced();
        return saved;
      } catch (error) {
        if (error instanceof RedirectLoopError) return fail('redirect_refused', { reason: `${error.message}.` });
        throw error;
      }
    },
    deleteRedirect: async ({ from, version }, { staff }) => {
      const deleted = await database.transaction(async (transaction) => {
        const found = await lockSeen(transaction, redirectKey(from), version, staff);
        return found.ok ? ok(await remove(transaction, staff, found.value)) : found;
      });
      if (deleted.ok) await announced();
      return deleted;
    },
    deleteRedirects: async ({ redirects }, { staff }) => {
      const versions = new Map(redirects.map(({ from, version }) => [redirectKey(from), version]));
      const deleted = await database.transaction(async (transaction) => {
        const done = [];
        for (const [from, version] of [...versions].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
          const found = await lockOwn(transaction, from, staff);
          if (found.ok && found.value?.version === version) done.push(await remove(transaction, staff, found.value.redirect));
        }
        return done;
      });
      if (deleted.length > 0) await announced();
      return ok({ deleted, kept: versions.size - deleted.length });
    },
    restoreRedirects: async ({ redirects }, { staff }) => {
      const foreign = [...new Set(redirects.flatMap(({ markets }) => foreignMarkets(markets, staff)))];
      if (foreign.length > 0) return fail('other_market', { markets: foreign.join(', ') });
      try {
        const restored = await database.transaction(async (transaction) => {
          const free: RedirectRecord[] = [];
          for (const redirect of redirects.toSorted((a, b) => (a.from < b.from ? -1 : 1)))
            if ((await lockRedirect(transaction, redirect.from)) === null) free.push({ record: 'redirect', ...redirect });
          await writeRedirects(transaction, free);
          for (const after of free)
            await recordActivity(transaction, staff, {
              action: 'redirect.saved',
              subject: { kind: 'redirect', id: after.from },
              market: loggedMarket(after.markets),
              after,
            });
          return free.length;
        });
        if (restored > 0) await announced();
        return ok({ restored, kept: redirects.length - restored });
      } catch (error) {
        if (error instanceof RedirectLoopError) return fail('redirect_refused', { reason: `${error.message}.` });
        throw error;
      }
    },
  };
}

/** Binds the office's calls about redirects. */
export const redirectOfficeEndpoints = (database: Database, pages: PageStore): OfficeEndpoint[] =>
  officeHandlers(redirectOfficeContract, redirectHandlers(database, pages));
