import '#ui/styles/form-page.css';
import { clubCheckoutMessages as m } from './messages.ts';

const ROWS = ['40%', '84%', '62%', '76%', '52%', '70%'] as const;

/** Skeleton of the checkout while the customer is being identified. */
export const ClubSkeleton = () => (
  <div className="form-page" aria-busy="true">
    <div className="form-page-main">
      <h1 className="heading-3">{m.title}</h1>
      <div className="club-wait skeleton" aria-hidden="true">
        {ROWS.map((width) => (
          <i key={width} style={{ width }} />
        ))}
      </div>
      <noscript>
        <p>{m.noScript}</p>
      </noscript>
    </div>
    <div className="form-page-side" />
  </div>
);
