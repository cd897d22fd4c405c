/** Handlers of the office's calls about menus. They are settings of a site, changed by those who may edit pages. */
import { DEFAULT_TITLES } from '#domains/content/messages/menu-titles.ts';
import { MENU_NAMES, MENUS, type MenuEntry, type MenuName, type Menus } from '#domains/settings/model/groups/menus.ts';
import { parseValue } from '#domains/settings/model/parse-value.ts';
import type { SettingVersion } from '#domains/settings/model/version.ts';
import { revertSetting, type SettingChange, type SettingDeps, saveSetting } from '#domains/settings/server/save-setting.ts';
import { settingsPreviewQuery } from '#domains/settings/server/settings-preview.ts';
import type { Settings } from '#domains/settings/server/settings-store.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import type { Database } from '#lib/db/pool.ts';
import { Failure, fail, ok } from '#lib/result.ts';
import { instantIn, timeZoneOf } from '#markets/market-day.ts';
import type { Site } from '#markets/sites.ts';
import { type MenusView, menuOfficeContract } from '../menu-office-contract.ts';
import { menuTargetMessages } from '../messages/office-menus.ts';
import { menuOf } from '../model/menu.ts';
import { describeTarget, type MenuTargetDeps } from './office-menus.ts';
import type { OfficePageDeps } from './office-page-handlers.ts';

export interface OfficeMenuDeps extends MenuTargetDeps, Pick<OfficePageDeps, 'findOffers' | 'originOf'> {
  readonly database: Database;
  readonly settings: Settings;
  /** Returns the sites of this moment. */
  readonly sites: () => readonly Site[];
  /** Links that hold until a menu is changed. */
  readonly defaultsOf: (site: Site) => Readonly<Record<MenuName, readonly MenuEntry[]>>;
}

/** Longest menus in the link of a preview, so that the address stays below what servers accept. */
const MAX_PREVIEW_LENGTH = 6_000;
const FOUND_PER_GROUP = 6;

const MENU_INVALID = (reason: string) => fail('menu_invalid', { reason });

function menuHandlers(deps: OfficeMenuDeps): OfficeHandlers<typeof menuOfficeContract> {
  const { database, settings, sites, pages, originOf, defaultsOf } = deps;

  const sitesOf = ({ markets }: StaffActor): readonly Site[] => sites().filter(({ market }) => markets.includes(market));
  /** Returns a site of the person's markets. */
  function siteOf(staff: StaffActor, id: string) {
    const site = sitesOf(staff).find((each) => id === '' || each.id === id);
    return site ? ok(site) : fail('site_unknown', { site: id });
  }

  const namedLists = (site: Site): MenusView['defaults'] => {
    const links = defaultsOf(site);
    const list = (name: MenuName) => ({ title: DEFAULT_TITLES[name], links: links[name].map((each) => ({ ...each })) });
    return {
      header: list('header'),
      menu: list('menu'),
      shop: list('shop'),
      read: list('read'),
      help: list('help'),
      about: list('about'),
    };
  };

  /** Returns the links of a site that lead nowhere, whether they are the retailer's or those of the release. */
  const problemsOf = async (site: Site, value: Menus): Promise<MenusView['problems']> => {
    const addresses = new Set(
      MENU_NAMES.flatMap((name) => (value[name]?.links ?? []).flatMap(({ kind, to }) => (kind === 'link' ? [to] : []))),
    );
    const targets = await Promise.all([...addresses].map((to) => describeTarget(deps, site, to)));
    return targets.filter(({ state }) => state !== 'found');
  };

  const menusIn = (value: unknown): Menus | null => {
    const parsed = MENUS.schema.safeParse(value);
    return parsed.success ? parsed.data : null;
  };

  async function view(site: Site, staff: StaffActor): Promise<MenusView> {
    const versions = settings.versions(MENUS.id, site.id);
    const states = settings.states(MENUS.id, site.id);
    const value = settings.current().read(MENUS, site.id);
    const guest = { market: site.market, siteKind: site.kind, tier: null, isStaff: false };
    const placed = menuOf(pages.all(guest).map(({ page }) => page));
    const pagesIn = (name: MenuName): string[] => placed.filter(({ group }) => group === name).map(({ label }) => label);
    const viewVersion = ({ revision, value: saved, effectiveFrom, createdAt, author, note }: SettingVersion) => ({
      revision,
      value: menusIn(saved),
      effectiveFrom: effectiveFrom.toISOString(),
      createdAt: createdAt.toISOString(),
      author,
      note,
      state: states.get(revision) ?? ('past' as const),
    });
    return {
      sites: sitesOf(staff).map(({ id, host, market }) => ({ id, name: host, market })),
      site: site.id,
      timeZone: timeZoneOf(site.market),
      value,
      defaults: namedLists(site),
      pages: {
        header: [],
        menu: [],
        shop: pagesIn('shop'),
        read: pagesIn('read'),
        help: pagesIn('help'),
        about: pagesIn('about'),
      },
      problems: await problemsOf(site, value),
      revision: versions[0]?.revision ?? 0,
      canChange: staff.may('pages.write', site.market),
      versions: versions.map(viewVersion),
    };
  }

  /** Writes the activity log in the transaction of the change. */
  const observed = (staff: StaffActor, site: Site): SettingDeps => ({
    database,
    sites: sites(),
    start: settings.start,
    async onSaved(transaction, { before, after }: SettingChange) {
      const { revision, value, effectiveFrom, note } = after;
      await recordActivity(transaction, staff, {
        action: 'menu.saved',
        subject: { kind: 'menu', id: site.id },
        market: site.market,
        before: before && { revision: before.revision, value: before.value },
        after: { revision, value, effectiveFrom, note },
      });
    },
  });

  /** Answers a change: the menus as they are now, or why they were not saved. */
  async function answer(saved: Awaited<ReturnType<typeof saveSetting | typeof revertSetting>>, site: Site, staff: StaffActor) {
    if (saved instanceof Failure) {
      if (saved.code === 'setting_past') return fail('menu_past');
      if (saved.code === 'setting_invalid') return MENU_INVALID(saved.values.reason);
      if (saved.code === 'setting_unknown') return fail('site_unknown', { site: site.id });
      if (saved.code === 'version_unknown') return fail('version_unknown', saved.values);
      await settings.refresh();
      const [last] = settings.versions(MENUS.id, site.id);
      return fail('changed_meanwhile', { who: last?.author ?? staff.name, when: timeAgo(last?.createdAt ?? new Date()) });
    }
    await settings.refresh();
    return ok(await view(site, staff));
  }

  return {
    menus: async ({ site: id }, { staff }) => {
      const site = siteOf(staff, id);
      return site.ok ? ok(await view(site.value, staff)) : site;
    },
    saveMenus: async ({ site: id, value, basedOn, from, note }, { staff }) => {
      const site = siteOf(staff, id);
      if (!site.ok) return site;
      const effectiveFrom = from === null ? null : instantIn(site.value.market, from);
      if (from !== null && effectiveFrom === null) return fail('menu_past');
      const isDefault = MENU_NAMES.every((name) => value[name] === null);
      const saved = await saveSetting(observed(staff, site.value), {
        group: MENUS.id,
        scope: site.value.id,
        value: isDefault ? null : value,
        effectiveFrom,
        basedOn,
        author: staff.name,
        note,
      });
      const answered = await answer(saved, site.value, staff);
      return answered.ok || answered.code !== 'version_unknown' ? answered : fail('menu_past');
    },
    revertMenus: async ({ site: id, revision, replaces, basedOn }, { staff }) => {
      const site = siteOf(staff, id);
      if (!site.ok) return site;
      const replaced = settings.versions(MENUS.id, site.value.id).find((version) => version.revision === replaces);
      if (replaces !== null && !replaced) return fail('version_unknown', { revision: replaces });
      const saved = await revertSetting(observed(staff, site.value), {
        group: MENUS.id,
        scope: site.value.id,
        revision,
        basedOn,
        effectiveFrom: replaced?.effectiveFrom ?? null,
        author: staff.name,
      });
      return answer(saved, site.value, staff);
    },
    previewMenus: async ({ site: id, value }, { staff, origin }) => {
      const site = siteOf(staff, id);
      if (!site.ok) return site;
      const parsed = parseValue(MENUS, site.value.id, value, {});
      if (parsed instanceof Failure) return MENU_INVALID(parsed.values.reason);
      if (JSON.stringify(parsed.value).length > MAX_PREVIEW_LENGTH) return MENU_INVALID(menuTargetMessages.previewTooLong);
      const query = await settingsPreviewQuery(database, { group: MENUS.id, scope: site.value.id, value: parsed.value });
      return ok({ url: `${originOf(site.value, origin)}/${query}` });
    },
    findMenuTargets: async ({ site: id, q }, { staff }) => {
      const site = siteOf(staff, id);
      if (!site.ok) return site;
      const { market, kind } = site.value;
      const words = q.toLowerCase().split(/\s+/).filter(Boolean);
      const matches = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
      const visible = new Set(pages.all({ market, siteKind: kind, tier: null, isStaff: false }).map(({ page }) => page.id));
      const found = pages
        .known()
        .filter(({ page }) => page.markets.includes(market) && page.shops.includes(kind) && matches(`${page.title} ${page.path}`))
        .map(({ page }) => ({ group: 'pages' as const, name: page.title, to: page.path, isShown: visible.has(page.id) }))
        .sort((a, b) => Number(b.isShown) - Number(a.isShown) || a.name.localeCompare(b.name));
      const named = (group: 'shop' | 'clubs', targets: readonly { readonly label: string; readonly to: string }[]) =>
        targets.filter(({ label, to }) => matches(`${label} ${to}`)).map(({ label, to }) => ({ group, name: label, to, isShown: true }));
      const offers = q === '' ? [] : deps.findOffers(market, q, FOUND_PER_GROUP);
      return ok({
        rows: [
          ...named('shop', deps.ownTargets(site.value)).slice(0, FOUND_PER_GROUP),
          ...found.slice(0, FOUND_PER_GROUP),
          ...named('clubs', await deps.clubs(site.value)).slice(0, FOUND_PER_GROUP),
          ...offers.map(({ name, vintage, path }) => ({
            group: 'wines' as const,
            name: [name, vintage].filter(Boolean).join(' '),
            to: path,
            isShown: true,
          })),
        ],
      });
    },
    checkMenuTarget: async ({ site: id, to }, { staff }) => {
      const site = siteOf(staff, id);
      if (!site.ok) return site;
      const parsed = parseValue(MENUS, site.value.id, { header: { links: [{ label: 'Link', to }] } }, {});
      if (parsed instanceof Failure) return MENU_INVALID(menuTargetMessages.badAddress);
      return ok(await describeTarget(deps, site.value, to));
    },
  };
}

/** Binds the office's calls about menus. */
export const menuOfficeEndpoints = (deps: OfficeMenuDeps): OfficeEndpoint[] => officeHandlers(menuOfficeContract, menuHandlers(deps));
