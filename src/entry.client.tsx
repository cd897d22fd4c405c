import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { patientFetch } from './platform/web/page-data.ts';

window.fetch = patientFetch(
  {
    fetch: window.fetch.bind(window),
    wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
    isOnline: () => navigator.onLine,
    leaveFor: (path) => location.assign(path),
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
