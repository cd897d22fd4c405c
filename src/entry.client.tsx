import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { patientFetch } from './lib/browser/fetch-page-data.ts';
import { fetchReporterWith, reportError } from './lib/browser/report-error.ts';
import { listenToSkippedTransitions } from './routes/_layout/skipped-transitions.ts';

fetchReporterWith(() => import('./domains/outbound/error-reports/ui/reporter.ts'));
addEventListener('error', ({ error, message }) => reportError(error ?? message));
addEventListener('unhandledrejection', ({ reason }) => reportError(reason));

listenToSkippedTransitions(document);
window.fetch = patientFetch(
  {
    fetch: window.fetch.bind(window),
    wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
    isOnline: () => navigator.onLine,
    redirectTo: (path) => location.assign(path),
  },
  location.origin,
);

/**
 * The service worker answers a page it has no copy of with the offline page, at the URL of the missing one. The router would try to
 * load the missing page in its place, so the copy stays as it is until there is a connection.
 */
const isOfflineCopy = location.pathname !== '/offline' && document.querySelector('[data-page="offline"]') !== null;

if (isOfflineCopy) addEventListener('online', () => location.reload());
else
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
