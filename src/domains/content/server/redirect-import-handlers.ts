/** Handlers of the office's calls that import redirects and test addresses. */
import { createHash } from 'node:crypto';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import type { Market } from '#markets/market.ts';
import type { Site } from '#markets/sites.ts';
import { type RedirectRecord, redirectKey } from '../model/redirect.ts';
import { MAX_REDIRECT_ROWS, readRedirectCsv } from '../model/redirect-csv.ts';
import { type PlannedRedirect, planRedirects } from '../model/redirect-plan.ts';
import { hasOwnPage } from '../model/templates.ts';
import { redirectImportOfficeContract } from '../redirect-import-office-contract.ts';
import { createTargetCheck } from './menu-targets.ts';
import { describeTarget, type MenuTargetDeps } from './office-menus.ts';
import type { OfficePageDeps } from './office-page-handlers.ts';
import { announceContent, foreignMarkets, loggedMarket } from './office-pages.ts';
import { deleteRedirect, lockRedirects, RedirectLoopError, readRedirects, versionOf, writeRedirects } from './redirect.repository.ts';

export interface RedirectImportDeps extends MenuTargetDeps, Pick<OfficePageDeps, 'originOf'> {
  readonly database: Database;
  /** Returns the sites of this moment. */
  readonly sites: () => readonly Site[];
}

const GUEST = { tier: null, isStaff: false } as const;

/** Identifies what an import will change, so that it changes what the person saw. */
const fingerprintOf = (rows: readonly PlannedRedirect[]): string =>
  createHash('sha256')
    .update(JSON.stringify(rows.map(({ line, state, redirect, before }) => [line, state, redirect, before])))
    .digest('base64url')
    .slice(0, 22);

const urlOf = (address: string): URL | null => (/^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : null);

function importHandlers(deps: RedirectImportDeps): OfficeHandlers<typeof redirectImportOfficeContract> {
  const { database, pages, sites, originOf } = deps;
  const refuse = (reason: string) => fail('redirect_refused', { reason });

  const announced = async (): Promise<void> => {
    await announceContent(database);
    await pages.refresh();
  };

  /** Returns a function that knows what visitors find at the targets of a file, also at wines and clubs. */
  async function targetCheck(targets: ReadonlySet<string>, markets: readonly Market[]): Promise<(to: string, market: Market) => boolean> {
    const known = new Map<string, boolean>();
    const among = sites().filter(({ market }) => markets.includes(market));
    for (const to of targets)
      for (const site of among) {
        const key = `${site.market} ${to}`;
        if (known.get(key) !== true) known.set(key, (await describeTarget(deps, site, to)).state === 'found');
      }
    return (to, market) =>
      known.get(`${market} ${to}`) ?? sites().some((site) => site.market === market && createTargetCheck(pages, site)(to));
  }

  /** Plans an import of the rows of a file. */
  async function plan(db: Database | Transaction, csv: string, staff: StaffActor) {
    const lines = readRedirectCsv(csv);
    if (lines === null) return refuse('This is no CSV file: a quoted cell does not end.');
    if (lines.length === 0) return refuse('There are no rows. Each row needs an old and a new address.');
    if (lines.length > MAX_REDIRECT_ROWS) return refuse(`Import at most ${MAX_REDIRECT_ROWS.toLocaleString('en-AU')} rows at once.`);
    const existing = new Map((await readRedirects(db)).map(({ redirect }) => [redirect.from, redirect]));
    const hasTarget = await targetCheck(new Set(lines.map(({ to }) => to)), staff.markets);
    return ok(
      planRedirects(lines, { existing, markets: staff.markets, hasPage: (path) => pages.hasPath(path) || hasOwnPage(path), hasTarget }),
    );
  }

  const record = (transaction: Transaction, staff: StaffActor, before: RedirectRecord | null, after: RedirectRecord | null) =>
    recordActivity(transaction, staff, {
      action: after ? 'redirect.saved' : 'redirect.deleted',
      subject: { kind: 'redirect', id: after?.from ?? before?.from ?? '' },
      market: loggedMarket([...new Set([...(before?.markets ?? []), ...(after?.markets ?? [])])]),
      before,
      after,
    });

  /** Follows an address on a site, step by step. A page at the address comes first. */
  async function trace(site: Site, path: string) {
    const { market, kind: siteKind } = site;
    const isPage = pages.at(path, { market, siteKind, ...GUEST }) !== null || hasOwnPage(path);
    const followed = isPage ? null : pages.followFrom(path, site);
    const steps =
      followed === null || followed === 'loop'
        ? []
        : followed.steps.slice(0, -1).flatMap((from) => {
            const found = pages.redirectFrom(from);
            return found ? [{ from, to: found.to, isPermanent: found.isPermanent }] : [];
          });
    const to = steps.at(-1)?.to ?? path;
    return { site: site.host, steps, end: await describeTarget(deps, site, to), isOutside: !to.startsWith('/') };
  }

  return {
    planRedirects: async ({ csv }, { staff }) => {
      const planned = await plan(database, csv, staff);
      if (!planned.ok) return planned;
      const rows = planned.value.map(({ line, from, to, state, notes, before }) => ({
        line,
        from,
        to,
        state,
        notes: [...notes],
        before: before?.to ?? null,
      }));
      return ok({ rows, fingerprint: fingerprintOf(planned.value) });
    },
    importRedirects: async ({ csv, fingerprint }, { staff }) => {
      const done = await database.transaction(async (transaction) => {
        lockRedirects(transaction);
        const planned = await plan(transaction, csv, staff);
        if (!planned.ok) return planned;
        if (fingerprintOf(planned.value) !== fingerprint) return fail('plan_outdated');
        const changes = planned.value.flatMap(({ state, redirect, before }) =>
          redirect && (state === 'added' || state === 'changed') ? [{ redirect, before }] : [],
        );
        await writeRedirects(
          transaction,
          changes.map(({ redirect }) => redirect),
        );
        for (const { redirect, before } of changes) await record(transaction, staff, before, redirect);
        return ok({
          changed: changes.length,
          restore: changes.flatMap(({ before }) => (before ? [before] : [])),
          remove: changes.flatMap(({ redirect, before }) => (before ? [] : [redirect.from])),
          written: changes.map(({ redirect }) => ({ from: redirect.from, version: versionOf(redirect) })),
        });
      });
      if (done.ok) await announced();
      return done;
    },
    revertRedirects: async ({ restore, remove, written }, { staff }) => {
      try {
        const done = await database.transaction(async (transaction) => {
          lockRedirects(transaction);
          const existing = new Map((await readRedirects(transaction)).map((stored) => [stored.redirect.from, stored]));
          const touched = [...restore, ...remove.flatMap((from) => existing.get(redirectKey(from))?.redirect ?? [])];
          const foreign = [...new Set(touched.flatMap(({ markets }) => foreignMarkets(markets, staff)))];
          if (foreign.length > 0) return fail('other_market', { markets: foreign.join(', ') });
          const versions = new Map(written.map(({ from, version }) => [from, version]));
          const isUntouched = (from: string): boolean => versions.has(from) && versions.get(from) === existing.get(from)?.version;
          const restored = restore.filter(({ from }) => isUntouched(from));
          const removed = remove.map(redirectKey).flatMap((from) => (isUntouched(from) ? (existing.get(from)?.redirect ?? []) : []));
          for (const before of removed) {
            await deleteRedirect(transaction, before.from);
            await record(transaction, staff, before, null);
          }
          await writeRedirects(transaction, restored);
          for (const redirect of restored) await record(transaction, staff, existing.get(redirect.from)?.redirect ?? null, redirect);
          const changed = restored.length + removed.length;
          return ok({ changed, kept: restore.length + remove.length - changed });
        });
        if (done.ok) await announced();
        return done;
      } catch (error) {
        if (error instanceof RedirectLoopError) return refuse(`${error.message}.`);
        throw error;
      }
    },
    testRedirect: async ({ address }, { staff, origin }) => {
      const url = urlOf(address.trim());
      const own = sites().filter(({ market }) => staff.markets.includes(market));
      const among = url ? own.filter((site) => originOf(site, origin) === url.origin || site.host === url.hostname) : own;
      const path = url ? url.pathname : (address.trim().split(/[?#]/)[0] ?? '');
      if (among.length === 0) return refuse('That is no address of your sites.');
      if (!path.startsWith('/')) return refuse('Enter a path such as /old-page, or an address copied from the browser.');
      const key = redirectKey(path);
      return ok({ path: key, results: await Promise.all(among.map((site) => trace(site, key))) });
    },
  };
}

/** Binds the office's calls that import redirects and test addresses. */
export const redirectImportOfficeEndpoints = (deps: RedirectImportDeps): OfficeEndpoint[] =>
  officeHandlers(redirectImportOfficeContract, importHandlers(deps));
