/** All settings at one moment. Immutable: whoever reads several values of one snapshot gets values that belong together. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { SellingTerms } from '#markets/definition.ts';
import { type Market, perMarket } from '#markets/market.ts';
import type { Site } from '#markets/sites.ts';
import { CARRIERS } from '../model/groups/carriers.ts';
import { DELIVERY_ZONES, toDeliveryZones } from '../model/groups/delivery-zones.ts';
import { SHIPPING, toShippingTable } from '../model/groups/shipping.ts';
import { TAX } from '../model/groups/tax.ts';
import { SETTING_GROUPS, scopeOn } from '../model/registry.ts';
import { type SettingGroup, type StartValues, secretFields } from '../model/setting-group.ts';
import { keyOf, type SettingVersion, versionsInForce } from '../model/version.ts';

/** A version with its decrypted secrets. Never leaves the server. */
export interface OpenedVersion extends SettingVersion {
  readonly opened: Readonly<Record<string, string>>;
}

export interface SettingsSnapshot {
  /** Returns the value of a group in a scope: the saved one, else the default. Contains secrets. */
  read<S extends z.ZodObject>(group: SettingGroup<S>, scope: string): z.output<S>;
  /** What totals of a market are calculated from. */
  readonly terms: Readonly<Record<Market, SellingTerms>>;
  /** Changes whenever a value that a site may show changes. Browsers send it, so that the server notices outdated pages. */
  revision(site: Pick<Site, 'id' | 'market'>): string;
}

export interface SnapshotSource {
  readonly versions: readonly OpenedVersion[];
  readonly start: StartValues;
  /** Called for a stored value that this release does not accept. Its default is used instead. */
  readonly onInvalid: (key: string, message: string) => void;
}

/** A value that was not saved, in place of the one in force. */
export interface UnsavedValue {
  readonly group: string;
  readonly scope: string;
  readonly value: unknown;
}

/** Length of a revision: 48 bits, so that two sets of values have the same one practically never. */
const REVISION_LENGTH = 8;

/** Creates the snapshot of a moment, in ms since 1970. @param unsaved a change to preview */
export function createSnapshot({ versions, start, onInvalid }: SnapshotSource, at: number, unsaved?: UnsavedValue): SettingsSnapshot {
  const inForce = versionsInForce(versions, at);
  const read: SettingsSnapshot['read'] = (group, scope) => {
    const key = keyOf({ group: group.id, scope });
    const version = inForce.get(key);
    const isUnsaved = unsaved !== undefined && keyOf(unsaved) === key;
    const value = isUnsaved ? unsaved.value : version?.value;
    const defaults = group.defaults(scope, start);
    if (value === null || value === undefined || group.fixedBy(start) !== null) return defaults;
    // A write-only field that was never saved keeps the value of the environment.
    const secrets = Object.fromEntries(secretFields(group).map((name) => [name, version?.opened[name] ?? defaults[name] ?? null]));
    const parsed = group.schema.safeParse({ ...secrets, ...value });
    const [refused] = parsed.success ? group.checkStart(parsed.data, start) : [];
    if (parsed.success && refused === undefined) return parsed.data;
    onInvalid(key, parsed.error?.message ?? `${refused?.path.join('.')} ${refused?.message}`);
    return defaults;
  };
  const publicValues = (site: Pick<Site, 'id' | 'market'>): unknown[] =>
    // Pages show no email.
    SETTING_GROUPS.filter(({ area }) => area !== 'emails').map((group) => {
      const secrets = secretFields(group);
      const scope = scopeOn(group, site);
      const values = Object.entries(read(group, scope)).filter(([name]) => !secrets.includes(name));
      // A new key changes pages that contain what is derived from it. The key itself is in no digest.
      const version = secrets.length === 0 ? undefined : inForce.get(keyOf({ group: group.id, scope }));
      return version === undefined ? values : [...values, version.id];
    });
  const termsOf = (market: Market): SellingTerms => {
    const shipping = read(SHIPPING, market);
    const { bottleKilograms } = read(CARRIERS, market);
    const zones = toDeliveryZones(read(DELIVERY_ZONES, market), { market, shipping, bottleKilograms });
    const terms = { shipping: toShippingTable(shipping), taxPercent: read(TAX, market).percent };
    return zones === null ? terms : { ...terms, hasZones: true, zones };
  };
  const revisions = new Map<string, string>();
  return {
    read,
    terms: perMarket(termsOf),
    revision(site) {
      const found = revisions.get(site.id);
      if (found !== undefined) return found;
      const made = createHash('sha256')
        .update(JSON.stringify(publicValues(site)))
        .digest('base64url')
        .slice(0, REVISION_LENGTH);
      revisions.set(site.id, made);
      return made;
    },
  };
}
