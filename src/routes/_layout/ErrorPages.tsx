import { Suspense, useEffect, useRef, useState } from 'react';
import { createPath, isRouteErrorResponse, Link, useLocation, useRevalidator } from 'react-router';
import { useCategoryDisplay } from '#domains/catalogue/ui/category-display.ts';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { reportError } from '#lib/browser/report-error.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { fillMessage } from '#ui/fill-message.tsx';
import { lazyComponent } from '#ui/lazy-component.ts';
import { SiteLink } from '#ui/SiteLink.tsx';
import { listPathOf, telUrl } from '../links.ts';
import { rootMessages } from '../messages.ts';
import { categoryLinks } from '../navigation.ts';
import { recoverFromChunkFailure } from './failed-navigation.ts';
import { errorMessages } from './messages.ts';
import { isPageDataError, PAGE_DATA_WAITS_MS } from './page-data-error.ts';
import { useSiteData } from './use-site-data.ts';

const MembersOffer = lazyComponent(() => import('../_shop/offer/MembersOffer.tsx'));
const ErrorFeedback = lazyComponent(() => import('#domains/outbound/error-reports/ui/ErrorFeedback.tsx'));
const MembersPage = lazyComponent(() => import('../_shop/content/MembersPage.tsx'));
const OFFER_ADDRESS = /^\/wines\/([^/]+)\/([^/]+)\/?$/i;

/**
 * 404 page [CONT-11]. For signed-in customers it requests the URL again with their token, because a hidden offer or page may be
 * there [CAT-18].
 */
export function NotFound() {
  return useSiteData() ? <SignInRequired /> : <Nothing />;
}

function SignInRequired() {
  const { isAuthenticated } = useAuth();
  const { pathname } = useLocation();
  if (!isAuthenticated) return <Nothing />;
  const [, producer = '', offerId = ''] = OFFER_ADDRESS.exec(pathname) ?? [];
  return (
    <Suspense fallback={<div className="container failed" aria-busy="true" />}>
      {offerId === '' ? (
        <MembersPage key={pathname} pathname={pathname} missing={<Nothing />} />
      ) : (
        <MembersOffer key={pathname} producer={producer} offerId={offerId} missing={<Nothing />} />
      )}
    </Suspense>
  );
}

/** Content of the 404 page. Does not mention the URL, so that every 404 page has the same bytes [CAT-18]. */
function Nothing() {
  const kind = useSiteData()?.site.kind ?? 'wine';
  const display = useCategoryDisplay();
  return (
    <div className="container failed">
      <EmptyState
        drawing="door"
        level={1}
        title={errorMessages.notFoundTitle}
        action={
          <>
            <Link className="button button-primary" to={listPathOf(kind)}>
              {errorMessages.browse}
            </Link>
            <Link className="link link-lone" to="/">
              {errorMessages.home}
            </Link>
          </>
        }
      >
        <p>{errorMessages.notFound}</p>
      </EmptyState>
      <nav aria-label={errorMessages.shelves}>
        <h2 className="label">{errorMessages.pickCategory}</h2>
        <ul className="chips">
          {categoryLinks(kind, display).map((link) => (
            <li key={link.to}>
              <SiteLink className="chip" link={link} />
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

/** Reloads the page. Without JavaScript it requests the page without its parameters. */
function ReloadLink({ children }: { children: string }) {
  return (
    <a
      className="button button-primary"
      href="?"
      onClick={(event) => {
        event.preventDefault();
        location.reload();
      }}
    >
      {children}
    </a>
  );
}

/** 500 page [CONT-12]. */
export function ServerError() {
  const phone = useSiteData()?.layout.supportPhone;
  return (
    <div className="container failed">
      <EmptyState
        drawing="door"
        level={1}
        title={errorMessages.serverErrorTitle}
        action={
          <>
            <ReloadLink>{errorMessages.tryAgain}</ReloadLink>
            <a className="link link-lone" href="/">
              {errorMessages.home}
            </a>
          </>
        }
      >
        <p>{errorMessages.serverError}</p>
        {phone && (
          <p>
            {fillMessage(errorMessages.callUs, {
              phone: (
                <a className="link" href={telUrl(phone)}>
                  {phone}
                </a>
              ),
            })}
          </p>
        )}
      </EmptyState>
    </div>
  );
}

const PREPARING_RETRY_MS = 3_000;

/** 503 page: the search indexes are being built after a start. Requests the data of the page until it is there. */
function Preparing({ error }: { error: unknown }) {
  const { revalidate } = useRevalidator();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each error is one attempt.
  useEffect(() => {
    const timer = setTimeout(() => void revalidate(), PREPARING_RETRY_MS);
    return () => clearTimeout(timer);
  }, [error]);
  return (
    <div className="container failed">
      <EmptyState drawing="door" level={1} title={errorMessages.preparingTitle} action={<ReloadLink>{errorMessages.tryAgain}</ReloadLink>}>
        <p>{errorMessages.preparing}</p>
      </EmptyState>
    </div>
  );
}

/** Shows and reports an error that was thrown while rendering in the browser [ERR-7]. */
export function RenderError({ error }: { error: unknown }) {
  const asks = useSiteData()?.layout.asksAboutErrors;
  useEffect(() => reportError(error, { action: 'render' }), [error]);
  const message = error instanceof Error ? error.message : String(error);
  const info = error instanceof Error ? error.stack?.replace(/^.*?\n/, '') : undefined;
  return (
    <div className="container failed">
      <EmptyState
        drawing="door"
        level={1}
        title={rootMessages.failed}
        action={
          <>
            <ReloadLink>{errorMessages.reload}</ReloadLink>
            <a className="link link-lone" href="/">
              {errorMessages.home}
            </a>
          </>
        }
      >
        <p>{errorMessages.renderError}</p>
        <p role="alert">{message}</p>
        {info && (
          <details>
            <summary className="link">{errorMessages.details}</summary>
            <pre className="small">{info}</pre>
          </details>
        )}
        {asks && (
          <Suspense fallback={null}>
            <ErrorFeedback error={error} />
          </Suspense>
        )}
      </EmptyState>
    </div>
  );
}

/** Requests the data of a page again, then loads its document, then shows the 500 page [CONT-38] [CONT-39]. */
function PageDataError({ error }: { error: unknown }) {
  const { revalidate } = useRevalidator();
  const path = createPath(useLocation());
  const attempts = useRef(0);
  const [isFinal, setFinal] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each error is one attempt.
  useEffect(() => {
    const wait = navigator.onLine ? PAGE_DATA_WAITS_MS[attempts.current] : undefined;
    if (wait === undefined) {
      const ports = { storage: sessionStorage, now: Date.now, go: (path: string) => location.assign(path) };
      if (!recoverFromChunkFailure(path, ports)) setFinal(true);
      return;
    }
    const timer = setTimeout(() => {
      attempts.current += 1;
      void revalidate();
    }, wait);
    return () => clearTimeout(timer);
  }, [error]);
  return isFinal ? <ServerError /> : <div className="container failed" aria-busy="true" />;
}

/** Chooses the page for an error: not found, being prepared, server error, missing page data, or an error in the browser [CONT-39]. */
export default function ErrorPages({ error }: { error: unknown }) {
  if (isPageDataError(error)) return <PageDataError error={error} />;
  if (isRouteErrorResponse(error)) {
    if (error.status === 503) return <Preparing error={error} />;
    return error.status === 404 ? <NotFound /> : <ServerError />;
  }
  // In production, errors of the server arrive without their message.
  const isServers = error instanceof Error && error.message === 'Unexpected Server Error';
  return isServers ? <ServerError /> : <RenderError error={error} />;
}
