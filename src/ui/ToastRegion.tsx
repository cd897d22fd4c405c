import { Suspense, useSyncExternalStore } from 'react';
import { lazyComponent } from './lazy-component.ts';
import { toastList } from './toast-store.ts';

const Toasts = lazyComponent(() => import('./Toasts.tsx'));

const hasAny = (): boolean => toastList.current().length > 0;
const never = (): boolean => false;

/** Region for toasts. Their code loads with the first toast, or when the page is idle. */
export function ToastCorner() {
  const hasToasts = useSyncExternalStore(toastList.subscribe, hasAny, never);
  return (
    hasToasts && (
      <Suspense fallback={null}>
        <Toasts />
      </Suspense>
    )
  );
}
