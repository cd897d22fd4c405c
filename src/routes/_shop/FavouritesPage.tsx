import { Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { signInUrl, useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { titleMeta } from '#routes/_layout/page-title.ts';
import { fillMessage } from '#ui/fill-message.tsx';
import { lazyComponent } from '#ui/lazy-component.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import type { PageHandle } from '../page-handle.ts';
import { favouritesPageMessages as m } from './messages.ts';

export const handle = { cache: 'shared', robots: 'noindex' } satisfies PageHandle;

export const meta = titleMeta(m.title);

const FavouritesSection = lazyComponent(() => import('#domains/customers/account/ui/FavouritesSection.tsx'));

/** Favourites of the shopper. Tells guests where theirs are stored. The server sends the layout only. */
export default function FavouritesPage() {
  const { isAuthenticated, isLoading } = useAuth();
  const { pathname } = useLocation();
  const isHydrated = useHydrated();
  return (
    <div className="container favourites">
      {isHydrated ? (
        <Suspense fallback={<h1 className="heading-3">{m.title}</h1>}>
          <FavouritesSection />
        </Suspense>
      ) : (
        <h1 className="heading-3">{m.title}</h1>
      )}
      {!isLoading && (
        <p className="text-muted favourites-note">
          {isAuthenticated ? (
            <Link className="link" to="/account/favourites">
              {m.inAccount}
            </Link>
          ) : (
            fillMessage(m.guest, {
              signIn: (
                <a className="link" href={signInUrl(pathname)}>
                  {m.signIn}
                </a>
              ),
            })
          )}
        </p>
      )}
      <noscript>
        <p>{m.noScript}</p>
      </noscript>
    </div>
  );
}
