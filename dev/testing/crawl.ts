/** Walks a site as a search engine would: from some addresses along every link of its pages. */
export interface Visited {
  readonly status: number;
  readonly text: string;
}

const unescaped = (text: string): string => text.replaceAll('&amp;', '&');

/** Paths on the same site that a page or sitemap leads to, without fragments. */
export function linksOf(text: string): string[] {
  const hrefs = [...text.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, href = '']) => unescaped(href));
  const listed = [...text.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path = '']) => path || '/');
  return [...hrefs, ...listed].map((href) => href.replace(/#.*$/, '')).filter((href) => href.startsWith('/') && !href.startsWith('//'));
}

/** Visit at most `most` addresses, the nearest first. @returns status by address, and where it was linked from */
export async function crawl(
  from: readonly string[],
  session: (path: string) => Promise<Visited>,
  most: number,
): Promise<Map<string, { readonly status: number; readonly linkedFrom: string }>> {
  const found = new Map<string, { status: number; linkedFrom: string }>();
  const waiting = from.map((path) => ({ path, linkedFrom: '' }));
  const known = new Set(from);
  for (let next = waiting.shift(); next && found.size < most; next = waiting.shift()) {
    const { path, linkedFrom } = next;
    const { status, text } = await session(path);
    found.set(path, { status, linkedFrom });
    for (const link of linksOf(text)) {
      if (known.has(link)) continue;
      known.add(link);
      waiting.push({ path: link, linkedFrom: path });
    }
  }
  return found;
}
