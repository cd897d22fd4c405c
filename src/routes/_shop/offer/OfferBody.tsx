import type { OfferDetail } from '#domains/catalogue/contract.ts';
import { CATEGORIES } from '#domains/catalogue/model/category.ts';
import { AromaWheel } from '#domains/catalogue/ui/AromaWheel.tsx';
import { TasteScales } from '#domains/catalogue/ui/TasteScales.tsx';
import { useSiteData } from '#routes/_layout/use-site-data.ts';
import { offerBodyMessages } from './messages/body.ts';
import { FactSheet } from './OfferSpecifications.tsx';

function Contents({ offer: { contents, packSize } }: { offer: OfferDetail }) {
  return (
    <section className="contents" id="contents">
      <h2 className="heading-3">{offerBodyMessages.caseContents}</h2>
      <ol>
        {contents.map((bottle) => (
          <li key={`${bottle.brand} ${bottle.name} ${bottle.vintage}`} className={`k-${CATEGORIES[bottle.category].kind}`}>
            <span className="small text-muted">{bottle.brand}</span>
            <b className="heading-5">
              {[bottle.name, bottle.vintage].filter(Boolean).join(' ')}
              {packSize > contents.length && bottle.quantity > 1 && <span className="num"> × {bottle.quantity}</span>}
            </b>
            <span className="small text-muted">{[bottle.category, bottle.region.split(',')[0]].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/**
 * Sections below the buy panel: description, content, tasting notes, food and specifications. Sections without data are left out.
 */
export default function OfferBody({ offer }: { offer: OfferDetail }) {
  const heading = useSiteData()?.layout.brand.storyHeading;
  const { story, taste, aromas, pairings, contents, isSpirit } = offer;
  return (
    <>
      {story.length > 0 && (
        <section className="story">
          <h2 className="heading-3">{heading}</h2>
          <div className="prose">
            {story.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </section>
      )}
      {contents.length > 0 && <Contents offer={offer} />}
      {(taste || aromas.length > 0) && (
        <section className={taste && aromas.length > 0 ? 'taste' : 'taste taste-half'}>
          <div>
            <h2 className="heading-3">{isSpirit ? offerBodyMessages.inTheGlass : offerBodyMessages.taste}</h2>
            {taste ? <TasteScales taste={taste} /> : <p className="text-muted intro">{offerBodyMessages.aromas}</p>}
          </div>
          {aromas.length > 0 && <AromaWheel aromas={aromas} />}
        </section>
      )}
      {pairings.length > 0 && (
        <section className="food">
          <h2 className="heading-3">{offerBodyMessages.pairings}</h2>
          <ul>
            {pairings.map(({ dish, why }) => (
              <li key={dish}>
                <h3 className="heading-5">{dish}</h3>
                <p className="text-muted">{why}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <FactSheet offer={offer} />
    </>
  );
}
