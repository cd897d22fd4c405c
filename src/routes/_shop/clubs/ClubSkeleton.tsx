import '#ui/styles/form-page.css';
import './ClubSuccessPage.css';

const ROWS = ['40%', '84%', '62%', '76%', '52%', '70%'] as const;

/** Skeleton of the checkout while the customer is being identified. */
export const ClubSkeleton = () => (
  <div className="form-page" aria-busy="true">
    <div className="form-page-main">
      <h1 className="heading-3">Join a wine club</h1>
      <div className="club-wait skeleton" aria-hidden="true">
        {ROWS.map((width) => (
          <i key={width} style={{ width }} />
        ))}
      </div>
      <noscript>
        <p>Joining a club needs JavaScript, which is turned off in this browser.</p>
      </noscript>
    </div>
    <div className="form-page-side" />
  </div>
);
