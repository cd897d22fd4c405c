/** Loads a content page with the offers that it shows. */
import { data, redirect } from 'react-router';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { contentContract } from '#domains/content/contract.ts';
import { offerIdsOf } from '#domains/content/model/offer-ids.ts';
import type { BlockView, PageView } from '#domains/content/model/page-view.ts';
import { searchContract } from '#domains/discovery/search/contract.ts';
import { client } from '#lib/client.ts';
import { withoutTrailingSlash } from '#lib/trailing-slash.ts';
import type { PageContext } from '#routes/page-context.ts';

export interface LoadedPage {
  readonly page: PageView;
  /** Offers by id that a guest may see. */
  readonly offers: Readonly<Record<string, CatalogueHit>>;
  /** Results of the searches of its blocks, by query string. */
  readonly found: Readonly<Record<string, readonly CatalogueHit[]>>;
  /** Time of rendering in ms since 1970. The server's clock decides whether an event is over. */
  readonly now: number;
}

/** Site and transport that offers are requested with. */
export interface OfferSource {
  readonly site: Pick<PageContext['site'], 'kind'>;
  readonly transport: PageContext['transport'];
}

type OffersBlock = Extract<BlockView, { type: 'offers' }>;

/** Returns offers of the shop by their ids. */
export async function offersNamed(
  { transport }: Pick<PageContext, 'transport'>,
  ids: readonly string[],
): Promise<Record<string, CatalogueHit>> {
  if (ids.length === 0) return {};
  const result = await client(searchContract, transport).named({ ids: [...new Set(ids)].join() });
  return result.ok ? Object.fromEntries(result.value.offers.map((offer) => [offer.offerId, offer])) : {};
}

/** Adds the offers to a page that the user of the transport may see. */
export async function withOffers(context: OfferSource, page: PageView): Promise<LoadedPage> {
  const { site, transport } = context;
  const searched = page.blocks.filter((block): block is OffersBlock => block.type === 'offers' && block.search !== '');
  const [offers, ...lists] = await Promise.all([
    offersNamed(context, offerIdsOf(page)),
    ...searched.map(({ search }) => client(searchContract, transport).list({ kind: site.kind, search })),
  ]);
  const found = searched.map(({ search }, index) => {
    const list = lists[index];
    return [search, list?.ok ? list.value.hits.slice(0, 24) : []] as const;
  });
  return { page, offers, found: Object.fromEntries(found), now: Date.now() };
}

/** Returns the content page at a path. @returns null if there is none */
export async function findPage(context: PageContext, path: string): Promise<LoadedPage | null> {
  const result = await client(contentContract, context.transport).page({ path: withoutTrailingSlash(path.toLowerCase()) });
  if (result.ok) return withOffers(context, result.value.data);
  if (result.status === 404) return null;
  throw data(null, { status: result.status });
}

/** Like `findPage`. @throws the retailer's redirect of the path, or the router's 404, if there is no page */
export async function loadPage(context: PageContext, path: string): Promise<LoadedPage> {
  const found = await findPage(context, path);
  if (found !== null) return found;
  const moved = context.redirectAt(path);
  throw moved ? redirect(moved.to, moved.isPermanent ? 301 : 302) : data(null, { status: 404 });
}
