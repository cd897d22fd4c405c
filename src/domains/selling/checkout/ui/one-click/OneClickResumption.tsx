import { Suspense, useState } from 'react';
import { createLocalStorage } from '#lib/browser/key-value-storage.ts';
import { lazyComponent } from '#ui/lazy-component.ts';
import { hasPendingPurchase } from './pending-purchase-key.ts';

const ResumeOneClick = lazyComponent(() => import('./ResumeOneClick.tsx'));

/**
 * Continues a purchase that was in progress when the page was loaded, and loads the code for that only then. For the browser only: pages
 * render it when they are idle.
 */
export default function OneClickResumption() {
  const [wasPending] = useState(() => hasPendingPurchase(createLocalStorage()));
  return wasPending ? (
    <Suspense fallback={null}>
      <ResumeOneClick />
    </Suspense>
  ) : null;
}
