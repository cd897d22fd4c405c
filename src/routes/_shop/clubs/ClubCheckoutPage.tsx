import { Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { signInUrl, useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { trimEndOf } from '#lib/trim.ts';
import { titleMeta } from '#routes/_layout/page-title.ts';
import type { PageHandle } from '#routes/page-handle.ts';
import { lazyComponent } from '#ui/lazy-component.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { ClubSkeleton } from './ClubSkeleton.tsx';
import { clubCheckoutMessages as m } from './messages.ts';

export const handle = { cache: 'shared', robots: 'noindex', prefetch: false } satisfies PageHandle;

export const meta = titleMeta(m.documentTitle);

const ClubJoining = lazyComponent(() => import('./ClubCheckout.tsx'));
const ClubPayment = lazyComponent(() => import('./ClubPayment.tsx'));

/** Club checkout [CONT-20]. Rendered in the browser only [CONT-24]. `return` is the return from the payment page. */
export default function ClubCheckoutPage() {
  const isHydrated = useHydrated();
  const { isAuthenticated, isLoading } = useAuth();
  const [params] = useSearchParams();
  const slug = trimEndOf(useParams()['*'] ?? '', /\//);
  if (!isHydrated || isLoading) return <ClubSkeleton />;
  if (!isAuthenticated) return <SignInFirst returnTo={`/wine-clubs/checkout/${slug}?${params}`} />;
  return (
    <Suspense fallback={<ClubSkeleton />}>
      {slug === 'return' ? (
        <ClubPayment membershipId={params.get('membership') ?? ''} />
      ) : (
        <ClubJoining key={slug} slug={slug} variantId={params.get('variant') ?? ''} frequencyId={params.get('frequency') ?? ''} />
      )}
    </Suspense>
  );
}

const SignInFirst = ({ returnTo }: { returnTo: string }) => (
  <div className="container club-joined">
    <h1 className="heading-2">{m.accountTitle}</h1>
    <p className="intro">{m.account}</p>
    <p className="row">
      <a className="button button-primary button-tall" href={signInUrl(returnTo)}>
        {m.signIn}
      </a>
      <a className="link link-lone" href={`/auth/join?${new URLSearchParams({ returnTo })}`}>
        {m.createAccount}
      </a>
    </p>
  </div>
);
