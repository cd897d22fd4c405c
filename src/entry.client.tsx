import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { listenToSkippedTransitions } from './app/web/skipped-transitions.ts';
import { fetchReporterWith, reportError } from './platform/web/faults.ts';
import { patientFetch } from './platform/web/page-data.ts';

fetchReporterWith(() => import('./error-reports/web/reporter.ts'));
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
