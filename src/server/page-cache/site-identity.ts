/** Reads what the retailer has chosen in place of the shop's own name, logo and colours. */
import { photoPath } from '#domains/catalogue/model/photo.ts';
import { IDENTITY, LOGO_HEIGHT, siteKindOf } from '#domains/settings/model/groups/identity.ts';
import { themePath } from '#domains/settings/model/theme.ts';
import type { SettingsSnapshot } from '#domains/settings/server/settings-snapshot.ts';
import { photoOf } from '#lib/photo-path.ts';
import { type LogoPicture, SHOP_NAME } from '#lib/shop-identity.ts';
import type { Site } from '#markets/sites.ts';
import type { LayoutData } from '#routes/page-context.ts';

/** Pixels of a file for each CSS pixel, for sharp logos on dense screens. */
const DENSITY = 3;

/** Returns the file of a logo that is sharp at its height in the header. WebP keeps a transparent background. */
function logoPicture(path: string | null): LogoPicture | null {
  const picture = path === null ? null : photoOf(path);
  if (!picture) return null;
  const width = Math.round((LOGO_HEIGHT * picture.width) / picture.height);
  return { src: photoPath(picture, width * DENSITY).replace(/jpg$/, 'webp'), width, height: LOGO_HEIGHT };
}

/** Returns the identity of a site for its pages; nothing while the shop's own holds. */
export function siteIdentity(settings: SettingsSnapshot, site: Pick<Site, 'id'>): Pick<LayoutData, 'identity'> {
  const { name, accent, ...value } = settings.read(IDENTITY, site.id);
  const [logo, dark] = [logoPicture(value.logo), logoPicture(value.logoDark)];
  const theme = themePath({ accent, ...value }, siteKindOf(site.id));
  const identity = {
    ...(name !== SHOP_NAME && { name }),
    ...(logo && { logo }),
    ...(dark && { logoDark: { srcSet: dark.src, width: dark.width, height: dark.height } }),
    ...(theme && { theme }),
    ...(accent && { accent }),
  };
  return Object.keys(identity).length === 0 ? {} : { identity };
}
