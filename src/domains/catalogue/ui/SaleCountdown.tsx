import { Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '#ui/lazy-component.ts';
import type { SaleEndsProps } from './SaleCountdowns.tsx';

const SaleEnds = lazyComponent(() => import('./SaleCountdowns.tsx'));

/** Remaining time in ms below which a countdown is shown. */
const COUNTED_MS = 3 * 86_400_000;

/** Shows `before` on the server and while the end is far, and the remaining time after hydration if it is near. */
export function SaleEnd(props: SaleEndsProps) {
  const { endsAt, before } = props;
  const [isNear, setNear] = useState(false);
  useEffect(() => setNear(Date.parse(endsAt) - Date.now() < COUNTED_MS), [endsAt]);
  if (!isNear) return before;
  return (
    <Suspense fallback={before}>
      <SaleEnds {...props} />
    </Suspense>
  );
}
