/** Name, logo, icon and colours of a site. */
import { z } from 'zod';
import { type PhotoAddress, photoOf } from '#lib/photo-path.ts';
import { SHOP_NAME } from '#lib/shop-identity.ts';
import { field, line, type SettingIssue, settingGroup } from '../setting-group.ts';
import { type SiteKind, themeIssues, themeRemarks, unusedColors } from '../theme.ts';

/** Height of the logo in the header, in CSS pixels. */
export const LOGO_HEIGHT = 28;
/** Screens have up to two pixels for each. */
const MIN_LOGO_HEIGHT = 2 * LOGO_HEIGHT;
const MAX_LOGO_RATIO = 8;
const MIN_ICON_SIZE = 192;

const color = () =>
  z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #77b204')
    .nullable();

const picture = () =>
  z
    .string()
    .max(200)
    .refine((path) => photoOf(path) !== null, 'must be a picture of the library')
    .nullable();

/** Returns the kind of the site with an id such as `au-wine`. */
export const siteKindOf = (siteId: string): SiteKind => (siteId.endsWith('-spirits') ? 'spirits' : 'wine');

function checkPicture(name: string, path: string | null, problemOf: (size: PhotoAddress) => string | null): SettingIssue[] {
  const address = path === null ? null : photoOf(path);
  const problem = address && problemOf(address);
  return problem === null ? [] : [{ path: [name], message: problem }];
}

function logoProblem({ width, height }: PhotoAddress): string | null {
  if (height < MIN_LOGO_HEIGHT)
    return `is ${width} × ${height} pixels and would look blurred; it must be at least ${MIN_LOGO_HEIGHT} pixels high`;
  return width > height * MAX_LOGO_RATIO
    ? `is ${width} × ${height} pixels; it must be at most ${MAX_LOGO_RATIO} times as wide as high`
    : null;
}

function iconProblem({ width, height }: PhotoAddress): string | null {
  if (width !== height) return `is ${width} × ${height} pixels; it must be as wide as high`;
  return width < MIN_ICON_SIZE ? `is ${width} pixels wide; it must have at least ${MIN_ICON_SIZE}` : null;
}

export const IDENTITY = settingGroup({
  id: 'identity',
  area: 'shop',
  scope: 'site',
  title: 'Name, logo and colours',
  help: 'How the shop presents itself: in header and footer of every page, in browser tabs, search results and feeds. The large picture and the promises of the home page are on the page “Home”, under Pages.',
  schema: z.object({
    name: field(line(40).min(1), { title: 'Name of the shop' }),
    logo: field(picture(), {
      title: 'Logo',
      format: 'picture',
      description: 'PNG or WebP with a transparent background. Shown 28 pixels high in place of the drawn door and the name.',
    }),
    logoDark: field(picture(), {
      title: 'Logo on dark',
      format: 'picture',
      description: 'For dark pages. Without it they show the logo above.',
    }),
    icon: field(picture(), {
      title: 'Icon',
      format: 'picture',
      description: 'A square of at least 192 pixels, for browser tabs, home screens and shared links.',
    }),
    accent: field(color(), { title: 'Accent', format: 'color', description: 'Main buttons, always under dark text.' }),
    lightPage: field(color(), { title: 'Light page', format: 'color', description: 'Ground of light pages.' }),
    lightSurface: field(color(), { title: 'Light surface', format: 'color', description: 'Cards and fields on light pages.' }),
    lightLink: field(color(), { title: 'Links on light', format: 'color', description: 'Links and focus on light pages.' }),
    darkPage: field(color(), { title: 'Dark page', format: 'color', description: 'Ground of dark pages.' }),
    darkSurface: field(color(), { title: 'Dark surface', format: 'color', description: 'Cards and fields on dark pages.' }),
    darkLink: field(color(), { title: 'Links on dark', format: 'color', description: 'Links and focus on dark pages.' }),
  }),
  defaults: () => ({
    name: SHOP_NAME,
    logo: null,
    logoDark: null,
    icon: null,
    accent: null,
    lightPage: null,
    lightSurface: null,
    lightLink: null,
    darkPage: null,
    darkSurface: null,
    darkLink: null,
  }),
  check: (value, scope) => [
    ...checkPicture('logo', value.logo, logoProblem),
    ...checkPicture('logoDark', value.logoDark, logoProblem),
    ...(value.logo === null && value.logoDark !== null
      ? [{ path: ['logo'], message: 'must be chosen where there is one for dark pages' }]
      : []),
    ...checkPicture('icon', value.icon, iconProblem),
    ...themeIssues(value, siteKindOf(scope)),
  ],
  unused: (scope) => unusedColors(siteKindOf(scope)),
  remarks: (value, scope) => ({ ...themeRemarks(value, siteKindOf(scope)) }),
});
