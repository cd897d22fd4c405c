/** Colours that a retailer may choose, their contrast with what stands on them, and the style sheet that pages get. */
import { contrastOf, mixColors } from '#lib/color.ts';
import type { SettingIssue, SettingRemark } from './setting-group.ts';

/** Fields of colours, in the order in which they stand in the path of the style sheet. */
export const COLOR_FIELDS = ['accent', 'lightPage', 'lightSurface', 'lightLink', 'darkPage', 'darkSurface', 'darkLink'] as const;
export type ColorField = (typeof COLOR_FIELDS)[number];

/** Chosen colours as `#rrggbb`. Null is the colour of the design. */
export type ChosenColors = Readonly<Record<ColorField, string | null>>;

/** Custom properties of a theme that text and controls use. A test compares them with tokens.css. */
export interface ThemeTokens {
  readonly page: string;
  readonly surface: string;
  readonly sunk: string;
  readonly ink: string;
  readonly quiet: string;
  readonly accent: string;
  readonly 'on-accent': string;
  readonly link: string;
  readonly control: string;
  readonly alert: string;
  readonly good: string;
}

export const LIGHT: ThemeTokens = {
  page: 'oklch(98.5% 0.008 95)',
  surface: 'oklch(100% 0 0)',
  sunk: 'oklch(95.8% 0.013 92)',
  ink: 'oklch(21% 0.02 130)',
  quiet: 'oklch(45% 0.02 120)',
  accent: '#77b204',
  'on-accent': 'oklch(21% 0.02 130)',
  link: 'oklch(42% 0.11 130)',
  control: 'oklch(58% 0.018 105)',
  alert: 'oklch(45% 0.17 20)',
  good: 'oklch(42% 0.11 130)',
};

export const DARK: ThemeTokens = {
  ...LIGHT,
  page: 'oklch(18% 0.012 125)',
  surface: 'oklch(21.5% 0.013 125)',
  sunk: 'oklch(15.5% 0.011 125)',
  ink: 'oklch(94% 0.01 105)',
  quiet: 'oklch(77% 0.016 112)',
  link: 'oklch(83% 0.15 127)',
  control: 'oklch(58% 0.016 115)',
  alert: 'oklch(78% 0.12 20)',
  good: 'oklch(83% 0.15 127)',
};

export const WHISKY: ThemeTokens = {
  page: 'oklch(17% 0.012 60)',
  surface: 'oklch(21% 0.014 60)',
  sunk: 'oklch(14.5% 0.011 58)',
  ink: 'oklch(94% 0.012 85)',
  quiet: 'oklch(76% 0.02 80)',
  accent: 'oklch(76% 0.14 70)',
  'on-accent': 'oklch(19% 0.03 60)',
  link: 'oklch(82% 0.12 75)',
  control: 'oklch(56% 0.02 65)',
  alert: 'oklch(78% 0.12 25)',
  good: 'oklch(83% 0.14 125)',
};

/** Least contrast of text, and of the outlines of controls (WCAG AA). */
const MIN_TEXT = 4.5;
const MIN_CONTROL = 3;
/** Share of black in what is sunk into the page, and of white in a pressed button. */
const SUNK_SHARE = { light: 0.03, dark: 0.15 } as const;
const PRESS_SHARE = 0.14;

type Mode = keyof typeof SUNK_SHARE;
const FIELDS = {
  light: { page: 'lightPage', surface: 'lightSurface', link: 'lightLink' },
  dark: { page: 'darkPage', surface: 'darkSurface', link: 'darkLink' },
} as const satisfies Readonly<Record<Mode, Readonly<Record<string, ColorField>>>>;

/** The themes of a site: spirits sites are always dark. */
export type SiteKind = 'wine' | 'spirits';
const themesOf = (kind: SiteKind): readonly { readonly mode: Mode; readonly tokens: ThemeTokens }[] =>
  kind === 'spirits'
    ? [{ mode: 'dark', tokens: WHISKY }]
    : [
        { mode: 'light', tokens: LIGHT },
        { mode: 'dark', tokens: DARK },
      ];

/** Returns the colours of a theme after the retailer's choice. */
function chosenTokens(colors: ChosenColors, mode: Mode, tokens: ThemeTokens): ThemeTokens {
  const { page, surface, link } = FIELDS[mode];
  const own = colors[page];
  return {
    ...tokens,
    page: own ?? tokens.page,
    sunk: own === null ? tokens.sunk : mixColors(own, '#000000', SUNK_SHARE[mode]),
    surface: colors[surface] ?? tokens.surface,
    link: colors[link] ?? tokens.link,
    accent: colors.accent ?? tokens.accent,
  };
}

/** Contrasts that a field decides: of text, and of controls. */
interface Contrasts {
  readonly text: number;
  readonly control: number;
}

/** Returns the lowest contrast of colours on grounds. */
const least = (grounds: readonly string[], colors: readonly string[]): number =>
  grounds.reduce(
    (lowest, ground) => colors.reduce((low, color) => Math.min(low, contrastOf(color, ground)), lowest),
    Number.POSITIVE_INFINITY,
  );

function contrastsOf(field: 'page' | 'surface' | 'link', tokens: ThemeTokens): Contrasts {
  const { page, surface, sunk, ink, quiet, link, control, alert, good } = tokens;
  if (field === 'link') return { text: least([page, surface, sunk], [link]), control: Number.POSITIVE_INFINITY };
  const grounds = field === 'page' ? [page, sunk] : [surface];
  return {
    text: least(grounds, [ink, quiet, link, alert, good]),
    control: least(grounds, [control]),
  };
}

/** Rounds down, so that a ratio that is too low never looks sufficient. */
const formatRatio = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;

/** Returns the lowest contrast of each colour of a site, and whether it is enough. */
export function themeRemarks(colors: ChosenColors, kind: SiteKind): Readonly<Partial<Record<ColorField, SettingRemark>>> {
  const remarks: Partial<Record<ColorField, SettingRemark>> = {};
  for (const { mode, tokens } of themesOf(kind)) {
    const chosen = chosenTokens(colors, mode, tokens);
    const onAccent = contrastOf(chosen.accent, chosen['on-accent']);
    remarks.accent = { text: `Contrast ${formatRatio(onAccent)}, at least 4.5:1`, isGood: onAccent >= MIN_TEXT };
    for (const part of ['page', 'surface', 'link'] as const) {
      const { text, control } = contrastsOf(part, chosen);
      remarks[FIELDS[mode][part]] =
        text >= MIN_TEXT && control < MIN_CONTROL
          ? { text: `Contrast of fields ${formatRatio(control)}, at least 3:1`, isGood: false }
          : { text: `Contrast ${formatRatio(text)}, at least 4.5:1`, isGood: text >= MIN_TEXT };
    }
  }
  return remarks;
}

/** Lists the colours on which something would be hard to read. A colour of the design is not at fault where one was chosen. */
export function themeIssues(colors: ChosenColors, kind: SiteKind): readonly SettingIssue[] {
  const remarks = themeRemarks(colors, kind);
  return COLOR_FIELDS.flatMap((name) => {
    const remark = remarks[name];
    return colors[name] === null || !remark || remark.isGood
      ? []
      : [{ path: [name], message: `is too close to what stands on or around it. ${remark.text}` }];
  });
}

/** Returns the fields of colours that the pages of a kind of site never show. */
export const unusedColors = (kind: SiteKind): readonly ColorField[] => (kind === 'spirits' ? Object.values(FIELDS.light) : []);

const NONE = 'x';

/** Returns the path of the style sheet of chosen colours. @returns null if none was chosen */
export function themePath(colors: ChosenColors, kind: SiteKind): string | null {
  const unused: readonly string[] = unusedColors(kind);
  const parts = COLOR_FIELDS.map((name) => (unused.includes(name) ? NONE : (colors[name]?.slice(1).toLowerCase() ?? NONE)));
  return parts.every((part) => part === NONE) ? null : `/theme/${kind}-${parts.join('-')}.css`;
}

const NAME = /^(wine|spirits)((?:-(?:x|[0-9a-f]{6})){7})\.css$/;

function rules(colors: ChosenColors, mode: Mode): string {
  const { page, surface, link } = FIELDS[mode];
  const [ground, text, accent] = [colors[page], colors[link], colors.accent];
  return Object.entries({
    accent,
    'accent-press': accent && mixColors(accent, '#ffffff', PRESS_SHARE),
    page: ground,
    sunk: ground && mixColors(ground, '#000000', SUNK_SHARE[mode]),
    tag: mode === 'dark' ? ground : null,
    surface: colors[surface],
    link: text,
    focus: text,
  })
    .flatMap(([name, value]) => (value === null ? [] : [`--${name}:${value}`]))
    .join(';');
}

/**
 * Returns the style sheet with the name of a path of `themePath`. The colours are in the name, so that it never changes. Its rules are in no
 * cascade layer and win over those of tokens.css.
 * @returns null for another name
 */
export function themeSheet(name: string): string | null {
  const [, kind, list = ''] = NAME.exec(name) ?? [];
  if (kind === undefined) return null;
  const parts = list.slice(1).split('-');
  const color = (field: ColorField): string | null => {
    const part = parts[COLOR_FIELDS.indexOf(field)] ?? NONE;
    return part === NONE ? null : `#${part}`;
  };
  const colors: ChosenColors = {
    accent: color('accent'),
    lightPage: color('lightPage'),
    lightSurface: color('lightSurface'),
    lightLink: color('lightLink'),
    darkPage: color('darkPage'),
    darkSurface: color('darkSurface'),
    darkLink: color('darkLink'),
  };
  if (kind === 'spirits') return `:root[data-theme]{${rules(colors, 'dark')}}`;
  const inMode = (mode: Mode): string =>
    `@media ${mode === 'dark' ? '' : 'not all and '}(prefers-color-scheme:dark){:root:not([data-theme]){${rules(colors, mode)}}}`;
  return `${inMode('light')}${inMode('dark')}`;
}
