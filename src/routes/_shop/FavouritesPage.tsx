import { Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { signInUrl, useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { lazyComponent } from '#ui/lazy-component.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import './FavouritesPage.css';

export const meta = () => [{ title: 'Favourites · Cellardoor' }, { name: 'robots', content: 'noindex' }];

const FavouritesSection = lazyComponent(() => import('#domains/customers/account/ui/FavouritesSection.tsx'));

/** Favourites of the shopper. Tells guests where theirs are stored. The server sends the layout only. */
export default function FavouritesPage() {
  const { isAuthenticated, isLoading } = useAuth();
  const { pathname } = useLocation();
  const isAlive = useHydrated();
  return (
    <div className="container favourites">
      {isAlive ? (
        <Suspense fallback={<h1 className="heading-3">Favourites</h1>}>
          <FavouritesSection />
        </Suspense>
      ) : (
        <h1 className="heading-3">Favourites</h1>
      )}
      {!isLoading && (
        <p className="text-muted favourites-note">
          {isAuthenticated ? (
            <Link className="link" to="/account/favourites">
              Your favourites in your account
            </Link>
          ) : (
            <>
              Kept in this browser.{' '}
              <a className="link" href={signInUrl(pathname)}>
                Sign in
              </a>{' '}
              to keep them with your account.
            </>
          )}
        </p>
      )}
      <noscript>
        <p>Favourites need JavaScript, which is turned off in this browser.</p>
      </noscript>
    </div>
  );
}
