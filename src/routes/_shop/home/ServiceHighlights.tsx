import { type SiteData, telUrl } from '#routes/links.ts';
import { Icon } from '#ui/Icon.tsx';
import { homeMessages } from './messages.ts';

/** Delivery fees, phone number and units of sale. */
export function Promises({ siteData: { site, layout } }: { siteData: SiteData }) {
  const { delivery } = layout;
  return (
    <section className="details-list" aria-label={homeMessages.goodToKnow}>
      <div className="container">
        <ul>
          <li>
            <Icon name="van" />
            <p>
              <b>{delivery.free}.</b> {delivery.otherwise}
            </p>
          </li>
          {layout.supportPhone && (
            <li>
              <Icon name="phone" />
              <p>
                <b>{layout.brand.promise}</b> {homeMessages.callUs}{' '}
                <a className="link" href={telUrl(layout.supportPhone)}>
                  {layout.supportPhone}
                </a>
                .
              </p>
            </li>
          )}
          <li>
            <Icon name="cart" />
            {site.kind === 'wine' ? (
              <p>
                <b>{homeMessages.wineUnits}</b> {homeMessages.wineUnitsMore}
              </p>
            ) : (
              <p>
                <b>{homeMessages.spiritsUnits}</b> {homeMessages.spiritsUnitsMore}
              </p>
            )}
          </li>
        </ul>
      </div>
    </section>
  );
}
