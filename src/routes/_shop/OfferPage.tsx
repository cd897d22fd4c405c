import { data, redirect } from 'react-router';
import { catalogueContract, type OfferDetail } from '#domains/catalogue/contract.ts';
import { formatPack, fullName } from '#domains/catalogue/model/format-offer.ts';
import { searchContract } from '#domains/discovery/search/contract.ts';
import { EMPTY_SEARCH } from '#domains/discovery/search/model/state.ts';
import { type Client, client } from '#lib/client.ts';
import { trimEndOf } from '#lib/trim.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { endOfNextMonth, todayIn } from '#markets/market-day.ts';
import { headTags } from '../_layout/head.ts';
import { breadcrumbList, product } from '../_layout/json-ld.ts';
import { getSiteData } from '../_layout/use-site-data.ts';
import { listPathOf } from '../links.ts';
import { addressOfState } from '../list-url.ts';
import { pageContext } from '../page-context.ts';
import type { PageHandle } from '../page-handle.ts';
import type { Route } from './+types/OfferPage.ts';
import { OfferView } from './offer/OfferView.tsx';
import { offerBreadcrumbs } from './offer/offer-breadcrumbs.ts';

export const handle = { cache: 'shared', robots: 'index' } satisfies PageHandle;

/** Returns the date until which a price is valid: the end of its sale, else the end of next month. */
const priceValidUntil = (market: Market, endsAt: string | null): string =>
  endsAt === null ? endOfNextMonth(todayIn(market, new Date())) : todayIn(market, new Date(Date.parse(endsAt) - 1));

/** Redirects to a path of this site and keeps the query parameters. */
function redirectKeepingQuery(address: string, params: URLSearchParams, status: 301 | 302): Response {
  const [path = '', own = ''] = address.split('?', 2);
  const query = new URLSearchParams(params);
  // Internal parameter of the router.
  query.delete('_routes');
  const parts = [own, query.toString()].filter((part) => part !== '');
  return redirect(parts.length === 0 ? path : `${path}?${parts.join('&')}`, status);
}

/** Returns the URL that an ended offer redirects to (docs/decisions/0107-offer-addresses.md). @returns null if there is none */
async function successorAddress(calls: Client<typeof catalogueContract>, offer: string): Promise<string | null> {
  const result = await calls.offerSuccessor({ offer });
  if (!result.ok) return null;
  const { url, brand, kind } = result.value;
  return url ?? addressOfState(listPathOf(kind), { ...EMPTY_SEARCH, refinementList: brand === null ? {} : { brand: [brand] } });
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { transport, site } = context.get(pageContext);
  const calls = client(catalogueContract, transport);
  const result = await calls.offer({ producer: params.producer, offer: params.offer });
  if (!result.ok && result.status === 404) {
    const successor = await successorAddress(calls, params.offer);
    if (successor !== null) throw redirectKeepingQuery(successor, url.searchParams, 302);
  }
  // A hidden offer has the same response as a missing one: the ordinary 404 page [CAT-18].
  if (!result.ok) throw data(null, { status: result.status === 400 ? 404 : result.status });
  if (trimEndOf(url.pathname, /\//) !== result.value.offer.url) throw redirectKeepingQuery(result.value.offer.url, url.searchParams, 301);
  const others = await client(searchContract, transport).related({ offerId: result.value.offer.offerId });
  return {
    ...result.value,
    others: others.ok ? others.value.offers : [],
    landings: others.ok ? others.value.landings : [],
    // Computed on the server, so that the browser's clock has no effect.
    priceValidUntil: priceValidUntil(site.market, result.value.offer.endsAt),
  };
}

const kindOf = ({ isSpirit }: Pick<OfferDetail, 'isSpirit'>) => (isSpirit ? 'spirits' : 'wine');

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const siteData = getSiteData(matches);
  if (!siteData || !loaderData) return [];
  const { offer, landings, priceValidUntil } = loaderData;
  const origin = offer.region || offer.country;
  return headTags(siteData, {
    title: `${fullName(offer)}, ${offer.brand}`,
    description: [offer.quote, `${offer.category}${origin ? ` from ${origin}` : ''}, ${formatPack(offer)}.`].filter(Boolean).join(' '),
    path: offer.url,
    kind: kindOf(offer),
    type: 'product',
    picture: offer.imageUrl,
    markets: offer.markets,
    data: import.meta.env.SSR
      ? [
          product(siteData.origin, offer, getMarketConfig(siteData.site.market).currency, priceValidUntil),
          breadcrumbList(siteData.origin, offerBreadcrumbs(siteData, offer, landings)),
        ]
      : [],
  });
}

/** Page of an offer [CONT-22]. */
export default function OfferPage({ loaderData: { offer, others, landings } }: Route.ComponentProps) {
  return <OfferView offer={offer} others={others} landings={landings} />;
}
