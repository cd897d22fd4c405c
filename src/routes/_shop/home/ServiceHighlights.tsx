import { type SiteData, telUrl } from '#routes/links.ts';
import { Icon, LineIcon } from '#ui/Icon.tsx';
import { homeMessages } from './messages.ts';

const PHONE = 'M4.5 2.5h3l1.5 4-2 1.6c.9 2 2.4 3.5 4.4 4.4L13 10.5l4 1.5v3c0 1.2-.8 2.2-2 2.2C8.5 17 3 11.5 2.5 4.5c0-1.2.8-2 2-2Z';

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
              <LineIcon path={PHONE} />
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
