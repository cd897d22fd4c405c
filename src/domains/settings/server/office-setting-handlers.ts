/** Handlers of the office's calls about settings. They run the use cases of the command line. */
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { requirePermission, requireStepUp } from '#domains/staff/server/authenticate.ts';
import { type OfficeEndpoint, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import type { Database } from '#lib/db/pool.ts';
import { isJsonObject } from '#lib/json.ts';
import { Failure, fail, ok } from '#lib/result.ts';
import { DEFAULT_MARKET, getMarketConfig, MARKETS, type Market } from '#markets/market.ts';
import { instantIn, timeZoneOf } from '#markets/market-day.ts';
import { siteOrigin } from '#markets/origins.ts';
import type { Site } from '#markets/sites.ts';
import { settingMessages } from '../messages.ts';
import { describeGroup } from '../model/describe-group.ts';
import { checkValue, parseValue } from '../model/parse-value.ts';
import { groupById, SETTING_GROUPS, scopesOf } from '../model/registry.ts';
import { type SettingGroup, SHOP_SCOPE, secretFields } from '../model/setting-group.ts';
import { keyOf, type SettingVersion, type VersionState, versionStates, versionsInForce } from '../model/version.ts';
import { type SettingGroupView, type SettingVersionView, type SettingView, settingOfficeContract } from '../office-contract.ts';
import { revertSetting, type SettingChange, type SettingDeps, saveSetting } from './save-setting.ts';
import { settingsPreviewQuery } from './settings-preview.ts';
import type { Settings } from './settings-store.ts';

/** Tests the connection of a group's service. @returns null if it works, else why not */
export type ConnectionTest = (value: Readonly<Record<string, unknown>>, staff: StaffActor) => Promise<string | null>;

export interface OfficeSettingDeps {
  readonly database: Database;
  readonly settings: Settings;
  readonly sites: readonly Site[];
  readonly publicUrl: string;
  /** By id of a group. */
  readonly connectionTests: Readonly<Record<string, ConnectionTest>>;
}

/** Longest query of a link to a preview, so that the address stays below what servers accept. */
const MAX_PREVIEW_LENGTH = 6_000;

const isValues = (value: unknown): value is SettingView['value'] => isJsonObject(value);

export function settingOfficeEndpoints(deps: OfficeSettingDeps): OfficeEndpoint[] {
  const { database, settings, sites, publicUrl, connectionTests } = deps;

  const marketOf = (scope: string): Market | null =>
    MARKETS.find((market) => market === scope) ?? sites.find(({ id }) => id === scope)?.market ?? null;
  const zoneOf = (scope: string): string => timeZoneOf(marketOf(scope) ?? DEFAULT_MARKET);

  /** Returns a group and its scope, or a failure. A scope of a market in which the person does not work does not exist for them. */
  function find({ markets }: StaffActor, id: string, scope: string) {
    const group = groupById(id);
    const market = marketOf(scope);
    const isTheirs = market === null || markets.includes(market);
    return group && !group.isInner && isTheirs && scopesOf(group.scope, sites).includes(scope)
      ? ok({ group, scope, market })
      : fail('setting_unknown', { group: id, scope });
  }

  const labelOf = (scope: string): string => {
    const market = MARKETS.find((each) => each === scope);
    if (market) return getMarketConfig(market).country;
    return sites.find(({ id }) => id === scope)?.host ?? settingMessages.wholeShop;
  };

  /** Returns the version in force of a scope, null while the defaults hold. */
  const inForce = (versions: readonly SettingVersion[]): SettingVersion | null =>
    [...versionsInForce(versions, Date.now()).values()][0] ?? null;

  function viewGroup(group: SettingGroup, { markets }: StaffActor): SettingGroupView {
    const { id, area, title, help, scope, isSensitive, isPublic, affectsTotals, fields } = describeGroup(group);
    const scopes = scopesOf(group.scope, sites).filter((each) => {
      const market = marketOf(each);
      return market === null || markets.includes(market);
    });
    return {
      id,
      area,
      title,
      help,
      scope,
      isSensitive,
      isPublic,
      affectsTotals,
      hasTest: Object.hasOwn(connectionTests, id),
      fields: fields.map((field) => ({
        ...field,
        options: [...field.options],
        columns: field.columns.map((column) => ({ ...column, options: [...column.options] })),
      })),
      scopes: scopes.map((each) => {
        const versions = settings.versions(id, each);
        const now = inForce(versions);
        return {
          id: each,
          label: labelOf(each),
          timeZone: zoneOf(each),
          isDefault: now === null || now.value === null,
          savedAt: now?.effectiveFrom.toISOString() ?? null,
          author: now?.author ?? '',
          scheduled: [...versionStates(versions, Date.now()).values()].filter((state) => state === 'scheduled').length,
        };
      }),
    };
  }

  function viewVersion(version: SettingVersion, states: ReadonlyMap<number, VersionState>): SettingVersionView {
    const { revision, value, secrets, effectiveFrom, createdAt, author, note } = version;
    return {
      revision,
      value: isValues(value) ? value : null,
      secrets: [...secrets],
      effectiveFrom: effectiveFrom.toISOString(),
      createdAt: createdAt.toISOString(),
      author,
      note,
      state: states.get(revision) ?? 'past',
    };
  }

  const withoutSecrets = (group: SettingGroup, value: Readonly<Record<string, unknown>>): SettingView['value'] => {
    const hidden = secretFields(group);
    const shown: unknown = Object.fromEntries(Object.entries(value).filter(([name]) => !hidden.includes(name)));
    return isValues(shown) ? shown : {};
  };

  function view(group: SettingGroup, scope: string, staff: StaffActor): SettingView {
    const versions = settings.versions(group.id, scope);
    const states = versionStates(versions, Date.now());
    const value = settings.current().read(group, scope);
    return {
      group: viewGroup(group, staff),
      scope,
      value: withoutSecrets(group, value),
      defaults: withoutSecrets(group, group.defaults(scope, settings.start)),
      secrets: secretFields(group).filter((name) => value[name] !== null && value[name] !== undefined),
      revision: versions[0]?.revision ?? 0,
      canChange: mayChange(group, scope, staff),
      versions: versions.map((version) => viewVersion(version, states)),
    };
  }

  const worksEverywhere = ({ markets }: StaffActor): boolean => MARKETS.every((market) => markets.includes(market));
  const mayChange = (group: SettingGroup, scope: string, staff: StaffActor): boolean =>
    staff.permissions.has(group.isSensitive ? 'settings.payments' : 'settings.write') && (scope !== SHOP_SCOPE || worksEverywhere(staff));

  /** Checks what a change needs beyond the permission of the call. @throws ApiError */
  async function authorize(staff: StaffActor, group: SettingGroup, scope: string, changesSecrets: boolean) {
    if (scope === SHOP_SCOPE && !worksEverywhere(staff)) return fail('whole_shop');
    if (group.isSensitive || changesSecrets) {
      await requirePermission(database, staff, 'settings.payments');
      requireStepUp(staff);
    }
    return ok(null);
  }

  /** Writes the activity log in the transaction of the change. Values contain no secret. */
  const observed = (staff: StaffActor): SettingDeps => ({
    database,
    sites,
    async onSaved(transaction, { before, after }: SettingChange) {
      const { group, scope, revision, value, secrets, effectiveFrom, note } = after;
      await recordActivity(transaction, staff, {
        action: 'setting.saved',
        subject: { kind: 'setting', id: keyOf({ group, scope }) },
        market: marketOf(scope),
        before: before && { revision: before.revision, value: before.value, secrets: before.secrets },
        after: { revision, value, secrets, effectiveFrom, note },
      });
    },
  });

  /** Returns the settings after a change, which holds in this process when the call returns. */
  async function shown(saved: SettingVersion, group: SettingGroup, staff: StaffActor) {
    await settings.refresh();
    return ok(view(group, saved.scope, staff));
  }

  const conflict = ({ group, scope, author }: { readonly group: string; readonly scope: string; readonly author: string }) => {
    const [last] = settings.versions(group, scope);
    return fail('changed_meanwhile', { who: last?.author ?? author, when: timeAgo(last?.createdAt ?? new Date()) });
  };

  return officeHandlers(settingOfficeContract, {
    settingGroups: async (_input, { staff }) =>
      ok({ groups: SETTING_GROUPS.filter(({ isInner }) => !isInner).map((group) => viewGroup(group, staff)) }),
    async setting({ group, scope }, { staff }) {
      const found = find(staff, group, scope);
      return found.ok ? ok(view(found.value.group, scope, staff)) : found;
    },
    async saveSetting({ group, scope, value, secrets, basedOn, from, note }, { staff }) {
      const found = find(staff, group, scope);
      if (!found.ok) return found;
      const allowed = await authorize(staff, found.value.group, scope, Object.keys(secrets).length > 0);
      if (!allowed.ok) return allowed;
      const effectiveFrom = from === null ? null : instantIn(marketOf(scope) ?? DEFAULT_MARKET, from);
      if (from !== null && effectiveFrom === null) return fail('setting_past');
      const saved = await saveSetting(observed(staff), { group, scope, value, secrets, basedOn, effectiveFrom, note, author: staff.name });
      if (!(saved instanceof Failure)) return shown(saved, found.value.group, staff);
      if (saved.code !== 'changed_meanwhile') return saved;
      await settings.refresh();
      return conflict({ group, scope, author: staff.name });
    },
    async revertSetting({ group, scope, revision, replaces, basedOn }, { staff }) {
      const found = find(staff, group, scope);
      if (!found.ok) return found;
      const allowed = await authorize(staff, found.value.group, scope, false);
      if (!allowed.ok) return allowed;
      const replaced = settings.versions(group, scope).find((version) => version.revision === replaces);
      if (replaces !== null && !replaced) return fail('version_unknown', { revision: replaces });
      const effectiveFrom = replaced?.effectiveFrom ?? null;
      const saved = await revertSetting(observed(staff), { group, scope, revision, basedOn, effectiveFrom, author: staff.name });
      if (!(saved instanceof Failure)) return shown(saved, found.value.group, staff);
      if (saved.code !== 'changed_meanwhile') return saved;
      await settings.refresh();
      return conflict({ group, scope, author: staff.name });
    },
    async previewSetting({ group, scope, value }, { staff }) {
      const found = find(staff, group, scope);
      if (!found.ok) return found;
      const parsed = parseValue(
        found.value.group,
        scope,
        value,
        Object.fromEntries(secretFields(found.value.group).map((name) => [name, null])),
      );
      if (parsed instanceof Failure) return parsed;
      const query = await settingsPreviewQuery(database, { group, scope, value: parsed.value });
      if (query.length > MAX_PREVIEW_LENGTH) return fail('setting_invalid', { reason: settingMessages.previewTooLong });
      const { market } = found.value;
      const shownOn = sites.filter((site) =>
        market === null ? staff.markets.includes(site.market) : site.market === market && (site.id === scope || market === scope),
      );
      return ok({ links: shownOn.map((site) => ({ site: site.host, url: `${siteOrigin(site.host, publicUrl)}/${query}` })) });
    },
    async testSetting({ group, scope, value, secrets }, { staff }) {
      const found = find(staff, group, scope);
      const test = connectionTests[group];
      if (!found.ok || !test) return fail('setting_unknown', { group, scope });
      const allowed = await authorize(staff, found.value.group, scope, Object.keys(secrets).length > 0);
      if (!allowed.ok) return allowed;
      const stored = settings.current().read(found.value.group, scope);
      const full = {
        ...Object.fromEntries(secretFields(found.value.group).map((name) => [name, stored[name] ?? null])),
        ...value,
        ...secrets,
      };
      const checked = checkValue(found.value.group, scope, full);
      if (checked.value === null) {
        const [first] = checked.issues;
        return fail('setting_invalid', { reason: `${first?.path.join('.')}: ${first?.message}.` });
      }
      const problem = await test(checked.value, staff);
      const isConnected = problem === null;
      await database.transaction((transaction) =>
        recordActivity(transaction, staff, {
          action: 'setting.tested',
          subject: { kind: 'setting', id: keyOf({ group, scope }) },
          market: found.value.market,
          after: { isConnected },
        }),
      );
      return ok({ isConnected, message: problem ?? settingMessages.connected });
    },
  });
}
