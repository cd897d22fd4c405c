import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { fetchReporterWith, reportError } from './lib/browser/report-error.ts';
import { retryWhenOnline } from './lib/browser/retry-when-online.ts';
import { isSkippedTransition } from './routes/_layout/skipped-transition.ts';

fetchReporterWith(() => retryWhenOnline(() => import('./domains/outbound/error-reports/ui/reporter.ts')));
addEventListener('error', ({ error, message }) => reportError(error ?? message));
addEventListener('unhandledrejection', (event) => {
  if (isSkippedTransition(event.reason)) event.preventDefault();
  else reportError(event.reason);
});

/**
 * The service worker serves the offline page at the URL of a page that is not cached. The router would try to load that page, so
 * the offline page is not hydrated and reloads once there is a connection.
 */
const isOfflinePage = location.pathname !== '/offline' && document.querySelector('[data-page="offline"]') !== null;

if (isOfflinePage) addEventListener('online', () => location.reload());
else
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
