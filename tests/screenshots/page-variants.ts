/** Variants of every page: themes at widths between the breakpoints [CONT-43]. */
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
  // The whisky theme is dark whatever the system setting is.
  { theme: 'whisky', host: 'spirits.localhost', scheme: 'light' },
] as const;

export const PAGE_VARIANTS: readonly PageVariant[] = THEMES.flatMap((theme) => WIDTHS.map((width) => ({ ...theme, width })));

export const HEIGHTS: Readonly<Record<PageVariant['width'], number>> = { 390: 844, 820: 1180, 1280: 900 };

export const variantName = ({ theme, width }: PageVariant): string => `${theme}-${width}`;
