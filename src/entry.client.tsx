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

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
