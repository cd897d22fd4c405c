import { data } from 'react-router';
import { CATEGORIES } from '../../../catalogue/category.ts';
import { catalogueCalls, type OfferDetail } from '../../../catalogue/contract.ts';
import { fullName, packWords } from '../../../catalogue/offer-words.ts';
import { marketFacts } from '../../../market/market.ts';
import { client } from '../../../platform/client.ts';
import { searchCalls } from '../../../search/contract.ts';
import { headTags } from '../head.ts';
import { breadcrumbList, product } from '../json-ld.ts';
import { pageContext } from '../page-context.ts';
import { siteFactsOf, useSiteFacts } from '../site-facts.ts';
import type { Route } from './+types/OfferPage.ts';
import { BuyBar } from './offer/BuyBar.tsx';
import { BuyPanel } from './offer/BuyPanel.tsx';
import { MoreLikeIt } from './offer/MoreLikeIt.tsx';
import { OfferBody } from './offer/OfferBody.tsx';
import { OfferGallery } from './offer/OfferGallery.tsx';
import { offerTrail } from './offer/offer-trail.ts';
import { RecentlyViewed } from './offer/RecentlyViewed.tsx';
import { ShopCard } from './ShopCard.tsx';

export async function loader({ params, context }: Route.LoaderArgs) {
  const { transport } = context.get(pageContext);
  const answer = await client(catalogueCalls, transport).offer({ producer: params.producer, offer: params.offer });
  // A hidden offer answers as one that does not exist: the ordinary not-found page.
  if (!answer.ok) throw data(null, { status: answer.status === 400 ? 404 : answer.status });
  const others = await client(searchCalls, transport).related({ offerId: answer.value.offer.offerId });
  return { ...answer.value, others: others.ok ? others.value.offers : [], landings: others.ok ? others.value.landings : [] };
}

const kindOf = ({ isSpirit }: Pick<OfferDetail, 'isSpirit'>) => (isSpirit ? 'spirits' : 'wine');

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const facts = siteFactsOf(matches);
  if (!facts || !loaderData) return [];
  const { offer, landings } = loaderData;
  const place = offer.region || offer.country;
  return headTags(facts, {
    title: `${fullName(offer)}, ${offer.brand}`,
    description: [offer.quote, `${offer.category}${place ? ` from ${place}` : ''}, ${packWords(offer)}.`].filter(Boolean).join(' '),
    path: offer.url,
    kind: kindOf(offer),
    type: 'product',
    data: [
      product(facts.origin, offer, marketFacts(facts.site.market).currency),
      breadcrumbList(facts.origin, offerTrail(facts, offer, landings)),
    ],
  });
}

export default function OfferPage({ loaderData: { offer, others, landings } }: Route.ComponentProps) {
  const facts = useSiteFacts();
  const kind = `k-${CATEGORIES[offer.category].kind}`;
  return (
    <>
      <div className={`pdp ${kind}`}>
        <div className="wrap pdp-grid">
          <OfferGallery key={offer.offerId} offer={offer} />
          <BuyPanel offer={offer} trail={facts ? offerTrail(facts, offer, landings) : []} hasOthers={others.length > 0} />
        </div>
      </div>
      <div className={`wrap pdp-body ${kind}`}>
        <OfferBody offer={offer} />
      </div>
      {others.length > 0 && (
        <section className="sec compare" id="others">
          <div className="wrap">
            <div className="sec-head">
              <h2 className="d38">{offer.isSpirit ? 'Pour it next to' : 'Others weighed it up against'}</h2>
            </div>
            <div className="shelf">
              {others.map((other) => (
                <ShopCard key={other.offerId} offer={other} />
              ))}
            </div>
          </div>
        </section>
      )}
      {facts && <MoreLikeIt facts={facts} offer={offer} landings={landings} />}
      <RecentlyViewed offer={offer} />
      {offer.inventoryStatus !== 'SOLD_OUT' && <BuyBar key={offer.offerId} offer={offer} />}
    </>
  );
}
