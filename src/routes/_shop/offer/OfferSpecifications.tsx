import type { OfferDetail } from '#domains/catalogue/contract.ts';
import { formatPack, formatVolume, packWord, standardDrinks } from '#domains/catalogue/model/format-offer.ts';
import { regionPlace } from '#domains/catalogue/model/region-place.ts';
import { offerBodyMessages } from './messages/body.ts';
import { RegionMap } from './RegionMap.tsx';

/** Returns the specifications in order, without empty ones. */
function factsOf(offer: OfferDetail): { readonly term: string; readonly value: string }[] {
  const { alcoholPercent, bottleMl, cellarUntil } = offer;
  const isCard = packWord(offer) === 'card';
  return [
    { term: offerBodyMessages.producer, value: offer.brand },
    { term: offerBodyMessages.region, value: offer.region },
    { term: offerBodyMessages.country, value: offer.region.endsWith(offer.country) ? '' : offer.country },
    { term: offer.isSpirit ? offerBodyMessages.type : offerBodyMessages.varietal, value: offer.varietal },
    { term: offerBodyMessages.vintage, value: offer.vintage === 'NV' ? offerBodyMessages.nonVintage : offer.vintage },
    { term: offerBodyMessages.style, value: [offer.offerStyle, offer.isSpirit ? offer.offerVariant : ''].filter(Boolean).join(', ') },
    {
      term: offer.isSpirit ? offerBodyMessages.strength : offerBodyMessages.alcohol,
      value:
        alcoholPercent === null ? '' : offerBodyMessages.alcoholOf(alcoholPercent, standardDrinks(bottleMl, alcoholPercent).toFixed(1)),
    },
    { term: offerBodyMessages.closure, value: offer.closure },
    { term: offerBodyMessages.preservatives, value: offer.preservatives.join(', ') },
    { term: offerBodyMessages.allergens, value: offer.allergens },
    { term: offerBodyMessages.drink, value: cellarUntil === null ? '' : offerBodyMessages.drinkUntil(cellarUntil) },
    { term: offerBodyMessages.bottleSize, value: isCard ? '' : formatVolume(bottleMl) },
    { term: offerBodyMessages.soldAs, value: offer.packSize > 1 ? formatPack(offer) : '' },
    { term: offerBodyMessages.collections, value: offer.tags.join(', ') },
  ].filter(({ value }) => value !== '');
}

/** Specifications of an offer, with a map if its region is on it. */
export function FactSheet({ offer }: { offer: OfferDetail }) {
  const position = regionPlace(offer);
  return (
    <section className={position ? 'factsheet factsheet-map' : 'factsheet'}>
      <h2 className="heading-3">{offerBodyMessages.specifications}</h2>
      <dl className="definition-list">
        {factsOf(offer).map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {position && <RegionMap position={position} />}
    </section>
  );
}
