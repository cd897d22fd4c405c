/** What search engines read: robots.txt and the sitemap, for a guest's eyes only. */
import type { FastifyInstance } from 'fastify';
import { GUEST } from '../../catalogue/audience.ts';
import { TEMPLATES } from '../../content/templates.ts';
import type { Site } from '../../market/sites.ts';
import { LANDINGS, landingAddress, landingValues } from '../../search/landings.ts';
import { kindFilter } from '../../search/list-answer.ts';
import { audienceOf } from '../../search/search-document.ts';
import { PAGES } from '../pages.ts';
import { originOf, siteOf } from './request-context.ts';
import type { Shop } from './services.ts';

const LINES_A_FILE = 20_000;

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Pages of countries, regions and varietals that a guest of a site finds offers of. */
function landingAddresses({ search }: Shop, { market, kind }: Site): string[] {
  const within = { audience: audienceOf(market, GUEST), filter: kindFilter(kind) };
  return LANDINGS.flatMap(({ attribute }) =>
    landingValues(search.of(market).countFacet(attribute, within) ?? []).map((value) => landingAddress(attribute, value)),
  );
}

export function serveDiscovery(app: FastifyInstance, shop: Shop): void {
  app.get('/robots.txt', async (request, reply) => {
    const closed = [
      '/api/',
      '/checkout/',
      '/order/',
      '/dev/',
      ...PAGES.filter((page) => !page.indexed && !/[*:]/.test(page.path)).map((page) => `/${page.path}`),
    ];
    const lines = [
      'User-agent: *',
      ...[...new Set(closed)].map((path) => `Disallow: ${path}`),
      `Sitemap: ${originOf(shop.config, request)}/sitemap.xml`,
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`${lines.join('\n')}\n`);
  });

  app.get('/sitemap.xml', async (request, reply) => {
    const site = siteOf(shop.config, request);
    const origin = originOf(shop.config, request);
    const pages = PAGES.filter(
      (page) =>
        page.indexed &&
        !page.path.includes(':') &&
        (page.path === '' || `/${page.path}` === site.listPath || !['wines', 'spirits'].includes(page.path)),
    );
    const written = shop.content
      .all({ market: site.market, shop: site.kind, ...GUEST })
      .filter(({ page }) => TEMPLATES[page.template].isIndexed && page.paywall === null)
      .map(({ page }) => page.path);
    const rows = [...pages.map((page) => `/${page.path}`), ...written, ...landingAddresses(shop, site)].map(
      (path) => `<url><loc>${escapeXml(`${origin}${path}`)}</loc></url>`,
    );
    for (let after = ''; rows.length < LINES_A_FILE; ) {
      const offers = await shop.offers.addresses(site.market, after, 1_000);
      for (const offer of offers)
        rows.push(
          `<url><loc>${escapeXml(`${origin}/wines/${offer.producer_slug}/${offer.offer_id}`)}</loc><lastmod>${offer.updated_at.toISOString()}</lastmod></url>`,
        );
      const last = offers.at(-1);
      if (!last || offers.length < 1_000) break;
      after = last.offer_id;
    }
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${rows.join('')}</urlset>\n`,
      );
  });
}
