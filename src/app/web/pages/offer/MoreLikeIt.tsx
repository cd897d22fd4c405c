import type { OfferDetail } from '../../../../catalogue/contract.ts';
import { landingUrl } from '../../../../search/landings.ts';
import { SiteLink } from '../../../../ui/web/SiteLink.tsx';
import { originOf, type SiteData } from '../../../shop-links.ts';
import type { OfferLanding } from './offer-trail.ts';

interface MoreLikeItProps {
  readonly facts: SiteData;
  readonly offer: Pick<OfferDetail, 'isSpirit'>;
  readonly landings: readonly OfferLanding[];
}

/** The pages of an offer's country, regions and varietals. */
export function MoreLikeIt({ facts, offer, landings }: MoreLikeItProps) {
  if (landings.length === 0) return null;
  const kind = offer.isSpirit ? 'spirits' : 'wine';
  const origin = kind === facts.site.kind ? '' : originOf(facts, kind);
  return (
    <nav className="wrap more-like" aria-label="More like it">
      <ul className="chips">
        {landings.map(({ attribute, value }) => (
          <li key={`${attribute} ${value}`}>
            <SiteLink
              className="chip"
              link={{
                label: attribute === 'varietals' ? `More ${value}` : `More from ${value}`,
                to: `${origin}${landingUrl(attribute, value)}`,
              }}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
