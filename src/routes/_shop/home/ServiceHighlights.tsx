import { type SiteData, telUrl } from '#routes/links.ts';
import { Icon } from '#ui/Icon.tsx';

/** Delivery fees, phone number and units of sale. */
export function Promises({ facts: { site, frame } }: { facts: SiteData }) {
  const { delivery } = frame;
  return (
    <section className="details-list" aria-label="Good to know">
      <div className="container">
        <ul>
          <li>
            <Icon name="van" />
            <p>
              <b>{delivery.free}.</b> {delivery.otherwise}
            </p>
          </li>
          {frame.supportPhone && (
            <li>
              <Icon name="phone" />
              <p>
                <b>{frame.brand.promise}</b> Call us on{' '}
                <a className="link" href={telUrl(frame.supportPhone)}>
                  {frame.supportPhone}
                </a>
                .
              </p>
            </li>
          )}
          <li>
            <Icon name="cart" />
            {site.kind === 'wine' ? (
              <p>
                <b>Priced by the bottle, sold by the case.</b> Or by the mixed case.
              </p>
            ) : (
              <p>
                <b>Priced by the bottle.</b> Sold singly, by the small case, or in tasting packs.
              </p>
            )}
          </li>
        </ul>
      </div>
    </section>
  );
}
