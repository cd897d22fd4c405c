/** Formats sitemaps (sitemaps.org 0.9, with the image extension of search engines). */

/** Maximum number of URLs per file. The protocol allows 50,000 and 50 MB. */
export const LINES_A_FILE = 20_000;

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export interface SitemapUrl {
  /** `https://host`, the origin of all paths. */
  readonly origin: string;
  readonly path: string;
  readonly changed?: Date;
  /** Paths of the pictures on the page. */
  readonly images?: readonly string[];
}

/** Returns the `url` element of a page. */
export function urlLine({ origin, path, changed, images = [] }: SitemapUrl): string {
  const at = (address: string) => escapeXml(new URL(address, origin).href);
  const displayed = images
    .filter((image) => image !== '')
    .map((image) => `<image:image><image:loc>${at(image)}</image:loc></image:image>`)
    .join('');
  return `<url><loc>${escapeXml(`${origin}${path}`)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}${displayed}</url>`;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Returns a sitemap of `url` elements. */
export const sitemapOf = (lines: readonly string[]): string =>
  `${HEAD}<urlset xmlns="${NAMESPACE}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">${lines.join('')}</urlset>\n`;

/** Returns the index of several files under `/sitemaps/`. */
export const sitemapIndex = (origin: string, files: readonly string[]): string =>
  `${HEAD}<sitemapindex xmlns="${NAMESPACE}">${files.map((file) => `<sitemap><loc>${escapeXml(`${origin}/sitemaps/${file}`)}</loc></sitemap>`).join('')}</sitemapindex>\n`;
