/** The faces that every page has: a site in light or dark, at a width (SPEC.md §9 breakpoints 768, 980, 1200). */
export interface PageVariant {
  readonly theme: 'wine' | 'wine-dark' | 'whisky';
  readonly host: string;
  readonly scheme: 'light' | 'dark';
  readonly width: 390 | 820 | 1280;
}

const WIDTHS = [390, 820, 1280] as const;
const THEMES = [
  { theme: 'wine', host: 'localhost', scheme: 'light' },
  { theme: 'wine-dark', host: 'localhost', scheme: 'dark' },
  // The whisky room is dark whatever the system says.
  { theme: 'whisky', host: 'spirits.localhost', scheme: 'light' },
] as const;

export const PAGE_VARIANTS: readonly PageVariant[] = THEMES.flatMap((theme) => WIDTHS.map((width) => ({ ...theme, width })));

export const HEIGHTS: Readonly<Record<PageVariant['width'], number>> = { 390: 844, 820: 1180, 1280: 900 };

export const variantName = ({ theme, width }: PageVariant): string => `${theme}-${width}`;
