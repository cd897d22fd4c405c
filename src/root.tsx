import { lazy, type ReactNode, Suspense } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
} from 'react-router';
import type { Route } from './+types/root.ts';
import { CategoryDisplayContext } from './domains/catalogue/ui/category-display.ts';
import { isPageOutdated } from './lib/browser/page-revision.ts';
import { SHOP_NAME } from './lib/shop-identity.ts';
import { AppShell } from './routes/_layout/AppShell.tsx';
import { titleOf } from './routes/_layout/page-title.ts';
import { scrollKey } from './routes/_layout/scroll-restoration-key.ts';
import { getSiteData, useSiteData } from './routes/_layout/use-site-data.ts';
import { pageContext } from './routes/page-context.ts';
import './routes/_layout/stylesheet.css';
import { DEFAULT_MARKET, getMarketConfig } from './markets/market.ts';
import { themeOf } from './markets/sites.ts';
import { ShopLayout } from './routes/_shop/ShopLayout.tsx';
import type { SiteData } from './routes/links.ts';
import { rootMessages } from './routes/messages.ts';
import { isPageHandle } from './routes/page-handle.ts';
import fraunces from './ui/fonts/fraunces.woff2?url';
import instrumentSans from './ui/fonts/instrument-sans.woff2?url';
import { ShopIdentityContext } from './ui/shop-identity.ts';

const preload = (href: string) => ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const;

export const links: Route.LinksFunction = () => [
  preload(fraunces),
  preload(instrumentSans),
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icon-180.png' },
  // [CONT-44]
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export function loader({ context }: Route.LoaderArgs): SiteData {
  const { site, origin, layout } = context.get(pageContext);
  const { id, market, kind, listPath } = site;
  return { site: { id, market, kind, listPath }, origin, layout };
}

/** Site data is loaded again only after a response has shown that settings have changed since the page was made. */
export const shouldRevalidate = () => isPageOutdated();

const ERROR_TITLES: Readonly<Record<number, string>> = { 404: rootMessages.notFound, 503: rootMessages.preparing };

export function meta({ error, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!error) return [{ title: getSiteData(matches)?.layout.identity?.name ?? SHOP_NAME }];
  const title = (isRouteErrorResponse(error) && ERROR_TITLES[error.status]) || rootMessages.failed;
  return [{ title: titleOf(title, matches) }, { name: 'robots', content: 'noindex' }];
}

export function Layout({ children }: { children: ReactNode }) {
  const siteData = useSiteData();
  const { pathname } = useLocation();
  // A 404 page must not show in its bytes which URL was requested [CAT-18]. Without an error the router returns null here,
  // although its types say undefined.
  const hasFailed = (useRouteError() ?? null) !== null;
  const isUnlisted = useMatches().some(({ handle }) => isPageHandle(handle) && handle.robots === 'noindex');
  const isDark = themeOf({ kind: siteData?.site.kind ?? 'wine' }, pathname) === 'whisky';
  const identity = siteData?.layout.identity;
  return (
    <html lang={getMarketConfig(siteData?.site.market ?? DEFAULT_MARKET).locale} data-theme={isDark ? 'whisky' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={identity?.accent ?? '#77b204'} />
        <Links />
        {identity?.theme && <link rel="stylesheet" href={identity.theme} />}
        <Meta />
        {!hasFailed && isUnlisted && <meta name="robots" content="noindex" />}
        <noscript>
          <link rel="stylesheet" href="/no-script.css" />
        </noscript>
      </head>
      <body data-cart="closed">
        {siteData?.layout.notice && (
          <p className="notice" role="note">
            {siteData.layout.notice}
          </p>
        )}
        <ShopIdentityContext value={{ ...identity, isDark }}>
          <CategoryDisplayContext value={siteData?.layout.categories}>
            {siteData ? <AppShell siteData={siteData}>{children}</AppShell> : <main id="main">{children}</main>}
          </CategoryDisplayContext>
        </ShopIdentityContext>
        <ScrollRestoration getKey={(location) => (hasFailed ? location.key : scrollKey(location))} />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** Fallback if the error pages cannot be loaded. */
const PlainError = () => (
  <p className="container failed" role="alert">
    {rootMessages.notLoaded}
  </p>
);

// Loaded on demand, because most visits have no error.
const ErrorPages = lazy(() => import('./routes/_layout/ErrorPages.tsx').catch(() => ({ default: PlainError })));

/** Errors of every page have the layout of the shop. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const siteData = useSiteData();
  const page = (
    <Suspense fallback={<div className="container failed" aria-busy="true" />}>
      <ErrorPages error={error} />
    </Suspense>
  );
  return siteData ? <ShopLayout siteData={siteData}>{page}</ShopLayout> : page;
}
