import type { OfferDetail } from '#domains/catalogue/contract.ts';
import { formatPack, formatVolume, packWord, standardDrinks } from '#domains/catalogue/model/format-offer.ts';
import { regionPlace } from '#domains/catalogue/model/region-place.ts';
import { RegionMap } from './RegionMap.tsx';

/** Returns the specifications in order, without empty ones. */
function factsOf(offer: OfferDetail): { readonly term: string; readonly value: string }[] {
  const { alcoholPercent, bottleMl, cellarUntil } = offer;
  const isCard = packWord(offer) === 'card';
  return [
    { term: 'Producer', value: offer.brand },
    { term: 'Region', value: offer.region },
    { term: 'Country', value: offer.region.endsWith(offer.country) ? '' : offer.country },
    { term: offer.isSpirit ? 'Kind' : 'Varietal', value: offer.varietal },
    { term: 'Vintage', value: offer.vintage === 'NV' ? 'Non-vintage' : offer.vintage },
    { term: 'Style', value: [offer.offerStyle, offer.isSpirit ? offer.offerVariant : ''].filter(Boolean).join(', ') },
    {
      term: offer.isSpirit ? 'Strength' : 'Alcohol',
      value:
        alcoholPercent === null ? '' : `${alcoholPercent}% vol, ${standardDrinks(bottleMl, alcoholPercent).toFixed(1)} standard drinks`,
    },
    { term: 'Closure', value: offer.closure },
    { term: 'Preservatives', value: offer.preservatives.join(', ') },
    { term: 'Allergens', value: offer.allergens },
    { term: 'Cellar', value: cellarUntil === null ? '' : `Now to ${cellarUntil}` },
    { term: 'Bottle', value: isCard ? '' : formatVolume(bottleMl) },
    { term: 'Sold as', value: offer.packSize > 1 ? formatPack(offer) : '' },
    { term: 'Collections', value: offer.tags.join(', ') },
  ].filter(({ value }) => value !== '');
}

export function FactSheet({ offer }: { offer: OfferDetail }) {
  const place = regionPlace(offer);
  return (
    <section className={place ? 'factsheet factsheet-map' : 'factsheet'}>
      <h2 className="heading-3">The facts</h2>
      <dl className="definition-list">
        {factsOf(offer).map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {place && <RegionMap place={place} />}
    </section>
  );
}
