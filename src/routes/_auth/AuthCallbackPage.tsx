import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { callbackMessages as m } from '#domains/customers/identity/messages/callback.ts';
import { allowedTarget } from '#domains/customers/identity/model/return-to.ts';
import { useAuth, useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { titleMeta } from '#routes/_layout/page-title.ts';
import type { PageHandle } from '../page-handle.ts';

export const handle = { cache: 'shared', robots: 'noindex', prefetch: false } satisfies PageHandle;

export const meta = titleMeta(m.pageTitle);

/** Completes the sign-in after the hosted pages and returns to the shopper's page [CONT-14, ID-14]. */
export default function AuthCallbackPage() {
  const store = useAuthStore();
  const { error } = useAuth();
  const navigate = useNavigate();
  const hasBegun = useRef(false);
  useEffect(() => {
    // A code works once, but effects may run twice.
    if (hasBegun.current) return;
    hasBegun.current = true;
    void store.finish().then((returnTo) => {
      if (returnTo !== null) navigate(allowedTarget(returnTo, []) ?? '/', { replace: true });
    });
  }, [store, navigate]);
  return (
    <div className="container">
      <div className="narrow-page">
        <h1 className="heading-3">{error === null ? m.title : m.failed}</h1>
        {error === null ? (
          <p className="text-muted">{m.loading}</p>
        ) : (
          <>
            <p className="text-muted" role="alert">
              {error}
            </p>
            <p>
              <a className="link link-lone" href="/auth/login">
                {m.tryAgain}
              </a>
            </p>
          </>
        )}
        <noscript>
          <p>{m.needsScript}</p>
        </noscript>
      </div>
    </div>
  );
}
