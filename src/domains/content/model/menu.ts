/** Content pages in the footer menu. */
import type { PageRecord } from './record.ts';

export interface MenuEntry {
  readonly group: NonNullable<PageRecord['menu']>['group'];
  readonly label: string;
  readonly to: string;
}

/** Returns the pages that have a place in the menu, by position, then by label. */
export const menuOf = (pages: readonly Pick<PageRecord, 'menu' | 'path'>[]): MenuEntry[] =>
  pages
    .flatMap(({ menu, path }) => (menu ? [{ ...menu, to: path }] : []))
    .sort((a, b) => a.position - b.position || a.label.localeCompare(b.label))
    .map(({ group, label, to }) => ({ group, label, to }));
