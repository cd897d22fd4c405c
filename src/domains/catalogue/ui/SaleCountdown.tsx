import { Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '#ui/lazy-component.ts';
import type { SaleEndsProps } from './SaleCountdowns.tsx';

const SaleEnds = lazyComponent(() => import('./SaleCountdowns.tsx'));

/** An end nearer than this is counted down to, milliseconds. */
const COUNTED_MS = 3 * 86_400_000;

/** `before` in the document and while the end is far; the time left once the page is alive and the end is near. */
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
