/** A page to link to, or a gap. */
export type PageStep = number | 'gap';

/**
 * Returns the page numbers to link on page `page` of `pages`: the first, the last, the current and its neighbours. A gap replaces two or
 * more.
 * @returns `[1, 'gap', 6, 7, 8, 'gap', 20]`
 */
export function pageNumbers(page: number, pages: number): PageStep[] {
  const displayed = [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((a, b) => a - b);
  return displayed.flatMap((number, index): PageStep[] => {
    const missing = number - (displayed[index - 1] ?? number - 1) - 1;
    if (missing === 0) return [number];
    return [missing === 1 ? number - 1 : 'gap', number];
  });
}
