/** Handlers of the office's calls about settings. They run the use cases of the command line. */
import type { StaffActor, Where } from '#domains/staff/model/staff-actor.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { requirePermission, requireStepUp } from '#domains/staff/server/authenticate.ts';
import { type OfficeEndpoint, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import type { Database } from '#lib/db/pool.ts';
import { isJsonObject } from '#lib/json.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import { Failure, fail, ok } from '#lib/result.ts';
import { DEFAULT_MARKET, getMarketConfig, MARKETS, type Market } from '#markets/market.ts';
import { instantIn, timeZoneOf } from '#markets/market-day.ts';
import { siteOrigin } from '#markets/origins.ts';
import type { Site } from '#markets/sites.ts';
import { keyForOtherAddress } from '../messages/connection-tests.ts';
import { settingMessages } from '../messages.ts';
import { describeGroup } from '../model/describe-group.ts';
import { mailOfGroup } from '../model/groups/mail-texts.ts';
import type { MailId } from '../model/mail-texts.ts';
import { parseValue, parseWholeValue } from '../model/parse-value.ts';
import { groupById, SETTING_GROUPS, scopesOf } from '../model/registry.ts';
import { connectionFields, type SettingGroup, SHOP_SCOPE, secretFields } from '../model/setting-group.ts';
import { keyOf, type SettingVersion, type VersionState, versionsInForce } from '../model/version.ts';
import { type SettingGroupView, type SettingVersionView, type SettingView, settingOfficeContract } from '../office-contract.ts';
import type { SettingRefusal } from './check-version.ts';
import { logSavedSetting, marketOfScope } from './log-saved-setting.ts';
import { revertSetting, type SettingDeps, saveSetting } from './save-setting.ts';
import { settingsPreviewQuery } from './settings-preview.ts';
import type { SettingsSnapshot } from './settings-snapshot.ts';
import type { Settings } from './settings-store.ts';

/**
 * Tests the connection of a group's service.
 * @param officeOrigin origin of the office, as the person reaches it
 */
export type ConnectionTest = (
  value: Readonly<Record<string, unknown>>,
  staff: StaffActor,
  officeOrigin: string,
) => Promise<ConnectionOutcome>;

/** What a test found: what was reached and, where it does not work, what to check. */
export interface ConnectionOutcome {
  readonly isConnected: boolean;
  readonly message: string;
}

interface RenderedSample {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export interface OfficeSettingDeps {
  readonly database: Database;
  readonly settings: Settings;
  /** Returns the sites of this moment. */
  readonly sites: () => readonly Site[];
  readonly publicUrl: string;
  /** By id of a group. */
  readonly connectionTests: Readonly<Record<string, ConnectionTest>>;
  /** Renders an email with data that no shopper has. `changed` are its texts that differ from the defaults. */
  readonly renderSample: (mail: MailId, market: Market, changed: Readonly<Record<string, unknown>>) => RenderedSample;
  readonly mailer: Mailer;
  /** By id of a group. */
  readonly refusals: Readonly<Record<string, SettingRefusal>>;
}

/** Longest query of a link to a preview, so that the address stays below what servers accept. */
const MAX_PREVIEW_LENGTH = 6_000;

const secretOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const isValues = (value: unknown): value is SettingView['value'] => isJsonObject(value);

export function settingOfficeEndpoints(deps: OfficeSettingDeps): OfficeEndpoint[] {
  const { database, settings, sites, publicUrl, connectionTests, renderSample, mailer, refusals } = deps;

  const marketOf = (scope: string): Market | null => marketOfScope(scope, sites());
  const zoneOf = (scope: string): string => timeZoneOf(marketOf(scope) ?? DEFAULT_MARKET);

  /** Renders the email of a group with texts that need not be saved. */
  function renderEmail(
    staff: StaffActor,
    { group, scope, value }: { readonly group: string; readonly scope: string; readonly value: unknown },
  ) {
    const found = find(staff, group, scope);
    const mail = mailOfGroup(group);
    if (!found.ok || mail === null || found.value.market === null) return fail('setting_unknown', { group, scope });
    const parsed = parseValue(found.value.group, scope, value, {});
    if (parsed instanceof Failure) return parsed;
    const { market } = found.value;
    return ok({ market, mail: renderSample(mail, market, parsed.value) });
  }

  /** Returns a group and its scope, or a failure. A scope of a market in which the person does not work does not exist for them. */
  function find({ markets }: StaffActor, id: string, scope: string) {
    const group = groupById(id);
    const market = marketOf(scope);
    const isTheirs = market === null || markets.includes(market);
    return group && !group.isInner && isTheirs && scopesOf(group.scope, sites()).includes(scope)
      ? ok({ group, scope, market })
      : fail('setting_unknown', { group: id, scope });
  }

  const labelOf = (scope: string): string => {
    const market = MARKETS.find((each) => each === scope);
    if (market) return getMarketConfig(market).country;
    return sites().find(({ id }) => id === scope)?.host ?? settingMessages.wholeShop;
  };

  /** Returns the version of a scope in force now, or at a moment in ms since 1970. Null while the defaults hold. */
  const inForce = (versions: readonly SettingVersion[], at = Date.now()): SettingVersion | null =>
    [...versionsInForce(versions, at).values()][0] ?? null;

  function viewGroup(group: SettingGroup, { markets }: StaffActor): SettingGroupView {
    const { id, area, title, help, scope, isSensitive, isPublic, affectsTotals, fields } = describeGroup(group);
    const scopes = scopesOf(group.scope, sites()).filter((each) => {
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
        columns: field.columns.map((column) => ({
          ...column,
          options: [...column.options],
          columns: column.columns.map((inner) => ({ ...inner, options: [...inner.options] })),
        })),
      })),
      scopes: scopes.map((each) => {
        const versions = settings.versions(id, each);
        const now = inForce(versions);
        return {
          id: each,
          label: labelOf(each),
          timeZone: zoneOf(each),
          // A group that stores only what was changed stores nothing once all of it is taken back.
          isDefault: isValues(now?.value) ? Object.keys(now.value).length === 0 : true,
          savedAt: now?.effectiveFrom.toISOString() ?? null,
          author: now?.author ?? '',
          scheduled: [...settings.states(id, each).values()].filter((state) => state === 'scheduled').length,
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
    const states = settings.states(group.id, scope);
    const value = settings.current().read(group, scope);
    return {
      group: viewGroup(group, staff),
      scope,
      value: withoutSecrets(group, value),
      defaults: withoutSecrets(group, group.defaults(scope, settings.start)),
      secrets: secretFields(group).filter((name) => value[name] !== null && value[name] !== undefined),
      revision: versions[0]?.revision ?? 0,
      canChange: mayChange(group, scope, staff),
      fixedBy: group.fixedBy(settings.start),
      versions: versions.map((version) => viewVersion(version, states)),
    };
  }

  /** Returns where a change of a scope needs its permissions. */
  const placeOf = (scope: string): Where => marketOf(scope) ?? 'every market';
  const worksEverywhere = ({ markets }: StaffActor): boolean => MARKETS.every((market) => markets.includes(market));
  const mayChange = (group: SettingGroup, scope: string, staff: StaffActor): boolean =>
    group.fixedBy(settings.start) === null &&
    staff.may('settings.write', placeOf(scope)) &&
    (!group.isSensitive || staff.may('settings.payments', placeOf(scope)));

  /** Returns true if a value differs from that of a snapshot in a field that decides where the server connects to. */
  function movesConnection(
    group: SettingGroup,
    scope: string,
    value: Readonly<Record<string, unknown>>,
    from: SettingsSnapshot = settings.current(),
  ): boolean {
    const before = from.read(group, scope);
    return connectionFields(group).some((name) => (value[name] ?? null) !== (before[name] ?? null));
  }

  /** Returns true if write-only fields, or where the server connects to, differ between two snapshots. */
  function changesConnection(group: SettingGroup, scope: string, a: SettingsSnapshot, b: SettingsSnapshot): boolean {
    const [before, after] = [a.read(group, scope), b.read(group, scope)];
    return [...connectionFields(group), ...secretFields(group)].some((name) => (before[name] ?? null) !== (after[name] ?? null));
  }

  /** Returns true if a value deletes the write-only fields of the version before it. @param value null for the defaults, which have none */
  const deletesKeys = (value: unknown, before: SettingVersion | null): boolean => value === null && (before?.secrets.length ?? 0) > 0;

  /**
   * Refuses a value that would send a stored write-only field to another host than it was saved for.
   * @param value null for the defaults
   * @param from the settings whose write-only fields stay
   */
  function checkHost(group: SettingGroup, scope: string, value: unknown, secrets: object, from: SettingsSnapshot = settings.current()) {
    if (!isValues(value) || !movesConnection(group, scope, value, from)) return ok(null);
    if (connectionFields(group).every((name) => (value[name] ?? null) === null)) return ok(null);
    const before = from.read(group, scope);
    const moved = secretFields(group).find((name) => (before[name] ?? null) !== null && !Object.hasOwn(secrets, name));
    if (moved === undefined) return ok(null);
    const title = describeGroup(group).fields.find(({ name }) => name === moved)?.title ?? moved;
    return fail('setting_invalid', { reason: keyForOtherAddress(title) });
  }

  /**
   * Checks what a change, or a test of one, needs beyond the permission of the call.
   * @param value the new value. Null for the defaults
   * @param changesKeys true if write-only fields change
   * @throws ApiError
   */
  async function authorize(staff: StaffActor, group: SettingGroup, scope: string, value: unknown, changesKeys: boolean) {
    if (scope === SHOP_SCOPE && !worksEverywhere(staff)) return fail('whole_shop');
    const fixedBy = group.fixedBy(settings.start);
    if (fixedBy !== null) return fail('setting_invalid', { reason: fixedBy });
    const changed = isValues(value) ? value : group.defaults(scope, settings.start);
    if (group.isSensitive || changesKeys || movesConnection(group, scope, changed)) {
      await requirePermission(database, staff, 'settings.payments', placeOf(scope));
      requireStepUp(staff);
    }
    return ok(null);
  }

  const observed = (staff: StaffActor): SettingDeps => ({
    database,
    sites: sites(),
    start: settings.start,
    refusals,
    onSaved: logSavedSetting(staff, sites()),
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
      const effectiveFrom = from === null ? null : instantIn(marketOf(scope) ?? DEFAULT_MARKET, from);
      const before = inForce(settings.versions(group, scope), effectiveFrom?.getTime());
      const changesKeys = Object.keys(secrets).length > 0 || deletesKeys(value, before);
      const allowed = await authorize(staff, found.value.group, scope, value, changesKeys);
      if (!allowed.ok) return allowed;
      if (from !== null && effectiveFrom === null) return fail('setting_past');
      const isForHost = checkHost(found.value.group, scope, value, secrets, effectiveFrom ? settings.at(effectiveFrom) : undefined);
      if (!isForHost.ok) return isForHost;
      const saved = await saveSetting(observed(staff), { group, scope, value, secrets, basedOn, effectiveFrom, note, author: staff.name });
      if (!(saved instanceof Failure)) return shown(saved, found.value.group, staff);
      if (saved.code !== 'changed_meanwhile') return saved;
      await settings.refresh();
      return conflict({ group, scope, author: staff.name });
    },
    async revertSetting({ group, scope, revision, replaces, basedOn }, { staff }) {
      const found = find(staff, group, scope);
      if (!found.ok) return found;
      const versions = settings.versions(group, scope);
      const target = versions.find((version) => version.revision === revision);
      const replaced = versions.find((version) => version.revision === replaces);
      const effectiveFrom = replaced?.effectiveFrom ?? null;
      const kept = effectiveFrom ? settings.at(new Date(effectiveFrom.getTime() - 1)) : settings.current();
      const before = inForce(versions, effectiveFrom ? effectiveFrom.getTime() - 1 : undefined);
      const changesKeys =
        deletesKeys(target?.value ?? null, before) ||
        (effectiveFrom !== null && changesConnection(found.value.group, scope, kept, settings.at(effectiveFrom)));
      const allowed = await authorize(staff, found.value.group, scope, target?.value ?? null, changesKeys);
      if (!allowed.ok) return allowed;
      if (replaces !== null && !replaced) return fail('version_unknown', { revision: replaces });
      const isForHost = checkHost(found.value.group, scope, target?.value ?? null, {}, kept);
      if (!isForHost.ok) return isForHost;
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
      const shownOn = sites().filter((site) =>
        market === null ? staff.markets.includes(site.market) : site.market === market && (site.id === scope || market === scope),
      );
      return ok({
        links: shownOn.map((site) => ({
          site: site.host,
          url: `${siteOrigin(site.host, publicUrl)}/${found.value.group.previewPath}${query}`,
        })),
      });
    },
    async previewEmail(input, { staff }) {
      const found = renderEmail(staff, input);
      return found.ok ? ok({ ...found.value.mail }) : found;
    },
    async sendTestEmail(input, { staff }) {
      const found = renderEmail(staff, input);
      if (!found.ok) return found;
      const sent = await mailer.send({ kind: 'security', to: staff.email, ...found.value.mail }).catch(() => null);
      if (sent === null) return fail('email_not_sent');
      await database.transaction((transaction) =>
        recordActivity(transaction, staff, {
          action: 'setting.tested',
          subject: { kind: 'setting', id: keyOf(input) },
          market: found.value.market,
          after: { isConnected: true },
        }),
      );
      return ok({ to: staff.email });
    },
    async testSetting({ group, scope, value, secrets }, { staff, origin }) {
      const found = find(staff, group, scope);
      const test = connectionTests[group];
      if (!found.ok || !test) return fail('setting_unknown', { group, scope });
      const allowed = await authorize(staff, found.value.group, scope, value, Object.keys(secrets).length > 0);
      if (!allowed.ok) return allowed;
      const isForHost = checkHost(found.value.group, scope, value, secrets);
      if (!isForHost.ok) return isForHost;
      const stored = settings.current().read(found.value.group, scope);
      const written = Object.fromEntries(secretFields(found.value.group).map((name) => [name, secretOf(stored[name])]));
      const parsed = parseWholeValue(found.value.group, scope, value, { ...written, ...secrets });
      if (parsed instanceof Failure) return parsed;
      const { isConnected, message } = await test(parsed.value, staff, origin);
      await database.transaction((transaction) =>
        recordActivity(transaction, staff, {
          action: 'setting.tested',
          subject: { kind: 'setting', id: keyOf({ group, scope }) },
          market: found.value.market,
          after: { isConnected },
        }),
      );
      return ok({ isConnected, message });
    },
  });
}
