import { accountMessages } from '../messages.ts';
import './account.css';
import './AccountSkeleton.css';

const ROWS = ['62%', '84%', '48%', '70%'] as const;

/** Skeleton of the account pages while the sign-in is loading. */
export function AccountSkeleton() {
  return (
    <div className="container account-grid" aria-busy="true">
      <h1 className="visually-hidden">{accountMessages.title}</h1>
      <div className="account-nav skeleton" aria-hidden="true">
        {ROWS.map((width) => (
          <i key={width} style={{ width }} />
        ))}
      </div>
      <RowsSkeleton />
      <noscript>
        <p>{accountMessages.needsScript}</p>
      </noscript>
    </div>
  );
}

/** Skeleton of a few rows. */
export function RowsSkeleton() {
  return (
    <div className="account-rows skeleton" aria-hidden="true">
      {ROWS.map((width) => (
        <i key={width} style={{ width }} />
      ))}
    </div>
  );
}
