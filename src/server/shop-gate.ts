/** Whether the shop is open, asked for every request. */
import { OPENING } from '#domains/settings/model/groups/opening.ts';
import { SHOP_SCOPE } from '#domains/settings/model/setting-group.ts';
import type { SettingsSnapshot } from '#domains/settings/server/settings-snapshot.ts';
import { isVisitPass } from '#domains/setup/server/visit-pass.ts';
import { missingSettings } from '#lib/server/public-shop.ts';
import type { AppServices } from '#server/create-services.ts';
import type { ShopGate } from '#server/http/closed-shop.ts';
import { isPreview } from '#server/page-cache/page-preview.ts';

/** Returns a function that computes a value once for each change of the settings. */
function oncePerChange<T>(settings: AppServices['settings'], compute: (snapshot: SettingsSnapshot) => T): () => T {
  let of: SettingsSnapshot | null = null;
  let known: { readonly value: T } | null = null;
  return () => {
    const snapshot = settings.current();
    if (known === null || snapshot !== of) known = { value: compute(snapshot) };
    of = snapshot;
    return known.value;
  };
}

/** Creates the gate of a shop. */
export function createShopGate(services: AppServices): ShopGate {
  const { config, settings, configNow, database } = services;
  const { title, text } = OPENING.defaults(SHOP_SCOPE, settings.start);
  return {
    findMissing: oncePerChange(settings, () => missingSettings(configNow())),
    closedText: oncePerChange(settings, (snapshot) => {
      const opening = snapshot.read(OPENING, SHOP_SCOPE);
      return opening.isOpen ? null : opening;
    }),
    defaultText: { title, text },
    isPass: (pass) => isVisitPass(database, pass),
    isPreview: (path, query) => isPreview(services, path, query),
    isSecure: config.PUBLIC_URL.startsWith('https:'),
  };
}
