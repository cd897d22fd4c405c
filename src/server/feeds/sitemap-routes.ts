/** Serves robots.txt and the sitemap with pictures. They list what a guest may see. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { GUEST } from '#domains/catalogue/model/audience.ts';
import { photoPath } from '#domains/catalogue/model/photo.ts';
import type { PageRecord } from '#domains/content/model/record.ts';
import { TEMPLATES } from '#domains/content/model/templates.ts';
import { readProgramme } from '#domains/customers/loyalty/server/loyalty-record.repository.ts';
import { LANDINGS, landingUrl, landingValues } from '#domains/discovery/search/model/landings.ts';
import { audienceOf } from '#domains/discovery/search/model/search-document.ts';
import { kindFilter } from '#domains/discovery/search/model/to-list-result.ts';
import { clubPath } from '#domains/selling/clubs/model/club-view.ts';
import { clubsOf } from '#domains/selling/clubs/server/club.repository.ts';
import { type Site, siblingSite } from '#markets/sites.ts';
import type { Page } from '#routes/page-handle.ts';
import type { AppServices } from '#server/create-services.ts';
import { originOf, siteOf } from '#server/http/request-context.ts';
import { LINES_A_FILE, sitemapIndex, sitemapOf, urlLine } from './sitemap-xml.ts';

const PAGE = 1_000;

/** Returns the pages of countries, regions and varietals that have offers for guests of a site. */
function landingAddresses({ search }: AppServices, { market, kind }: Site): string[] {
  const within = { eligibility: audienceOf(market, GUEST), filter: kindFilter(kind) };
  return LANDINGS.flatMap(({ attribute }) =>
    landingValues(search.of(market).countFacet(attribute, within) ?? []).map((value) => landingUrl(attribute, value)),
  );
}

/** Returns the picture of a content page, unless it shows an offer that is hidden from guests. */
const imagesOf = ({ search }: AppServices, { market }: Site, { picture }: PageRecord): string[] => {
  if (picture?.of === 'file') return [picture.src];
  const offer = picture?.of === 'offer' && search.of(market).get(picture.offerId, audienceOf(market, GUEST));
  return offer ? [offer.imageUrl] : [];
};

/** Returns the lines of every page for guests of a site, except the pages of offers. */
async function pageLines(services: AppServices, all: readonly Page[], site: Site, origin: string): Promise<string[]> {
  const pages = all.filter(
    (page) =>
      page.handle.robots === 'index' &&
      !page.path.includes(':') &&
      (page.path === '' || `/${page.path}` === site.listPath || !['wines', 'spirits'].includes(page.path)),
  );
  const written = services.content
    .all({ market: site.market, siteKind: site.kind, ...GUEST })
    .filter(({ page }) => TEMPLATES[page.template].isIndexed && page.paywall === null);
  const tiers = (await readProgramme(services.database, site.market)).tiers.map(({ tier }) => `/loyalty/${tier.toLowerCase()}`);
  const clubs = (await clubsOf(services.database, site.market, site.kind)).map(({ club }) => clubPath(club.slug));
  const paths = [...pages.map((page) => `/${page.path.replace(/\/\*$/, '')}`), ...tiers, ...clubs, ...landingAddresses(services, site)];
  const own = new Set(written.map(({ page }) => page.path));
  return [
    ...paths.filter((path) => !own.has(path)).map((path) => urlLine({ origin, path })),
    ...written.map(({ page, changedAt }) =>
      urlLine({ origin, path: page.path, changed: changedAt, images: imagesOf(services, site, page) }),
    ),
  ];
}

/** Returns the kinds of offers that a site lists: its own, or both if its market has no second site. */
const kindsOf = (services: AppServices, site: Site): Site['kind'][] =>
  siblingSite(services.config.sites, site) ? [site.kind] : ['wine', 'spirits'];

/** Returns the lines of one file of offers: those after an id, in order of ids. */
async function offerLines(services: AppServices, site: Site, origin: string, after: string): Promise<string[]> {
  const lines: string[] = [];
  for (let from = after; lines.length < LINES_A_FILE; ) {
    const offers = await services.offers.addresses(site.market, kindsOf(services, site), from, Math.min(PAGE, LINES_A_FILE - lines.length));
    for (const { producer_slug, offer_id, updated_at, image, pictures } of offers)
      lines.push(
        urlLine({
          origin,
          path: `/wines/${producer_slug}/${offer_id}`,
          changed: updated_at,
          images: pictures?.map((picture) => photoPath(picture)) ?? [image],
        }),
      );
    const last = offers.at(-1);
    if (!last || offers.length < PAGE) break;
    from = last.offer_id;
  }
  return lines;
}

/** Registers `/robots.txt`, `/sitemap.xml` and the files that the sitemap lists. */
export function serveSitemap(app: FastifyInstance, services: AppServices, pages: readonly Page[]): void {
  app.get('/robots.txt', async (request, reply) => {
    const closed = [
      '/api/',
      '/checkout/',
      '/order/',
      '/dev/',
      ...pages.filter(({ path, handle }) => handle.robots !== 'index' && !/[*:]/.test(path)).map(({ path }) => `/${path}`),
    ];
    const lines = [
      'User-agent: *',
      ...[...new Set(closed)].map((path) => `Disallow: ${path}`),
      `Sitemap: ${originOf(services.config, request)}/sitemap.xml`,
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`${lines.join('\n')}\n`);
  });

  const send = (reply: FastifyReply, { id }: Site, xml: string) =>
    reply
      .type('application/xml; charset=utf-8')
      .headers({ 'cache-control': 'public, max-age=600', 'surrogate-key': `feeds feeds-${id}` })
      .send(xml);

  app.get('/sitemap.xml', async (request, reply) => {
    const site = siteOf(services.config, request);
    const origin = originOf(services.config, request);
    const ends = await services.offers.addressMarks(site.market, kindsOf(services, site), LINES_A_FILE);
    return send(reply, site, sitemapIndex(origin, ['pages.xml', ...['', ...ends].map((_, index) => `offers-${index + 1}.xml`)]));
  });

  app.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    const site = siteOf(services.config, request);
    const origin = originOf(services.config, request);
    const { file } = request.params;
    if (file === 'pages.xml') return send(reply, site, sitemapOf(await pageLines(services, pages, site, origin)));
    const number = Number(/^offers-([1-9]\d{0,4})\.xml$/.exec(file)?.[1] ?? 0);
    const after =
      number === 0
        ? undefined
        : ['', ...(await services.offers.addressMarks(site.market, kindsOf(services, site), LINES_A_FILE))][number - 1];
    return after === undefined ? reply.callNotFound() : send(reply, site, sitemapOf(await offerLines(services, site, origin, after)));
  });
}
