import type { OfferDetail } from '#domains/catalogue/contract.ts';
import { landingUrl } from '#domains/discovery/search/model/landings.ts';
import { originOf, type SiteData } from '#routes/links.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import { offerMessages } from './messages.ts';
import type { OfferLanding } from './offer-breadcrumbs.ts';

interface MoreLikeItProps {
  readonly siteData: SiteData;
  readonly offer: Pick<OfferDetail, 'isSpirit'>;
  readonly landings: readonly OfferLanding[];
}

/** Links to the pages of an offer's country, regions and varietals. */
export function MoreLikeIt({ siteData, offer, landings }: MoreLikeItProps) {
  if (landings.length === 0) return null;
  const kind = offer.isSpirit ? 'spirits' : 'wine';
  const origin = kind === siteData.site.kind ? '' : originOf(siteData, kind);
  return (
    <nav className="container more-like" aria-label={offerMessages.moreLikeThis}>
      <ul className="chips">
        {landings.map(({ attribute, value }) => (
          <li key={`${attribute} ${value}`}>
            <SiteLink
              className="chip"
              link={{
                label: attribute === 'varietals' ? offerMessages.more(value) : offerMessages.moreFrom(value),
                to: `${origin}${landingUrl(attribute, value)}`,
              }}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
