import { type ComponentType, useEffect, useState } from 'react';

/** Shows a part that no first look needs, once it has been fetched; where that fails the page goes on without it. */
export function WhenAlive({ fetchPart }: { readonly fetchPart: () => Promise<{ readonly default: ComponentType }> }) {
  const [part, setPart] = useState<{ readonly Part: ComponentType } | null>(null);
  useEffect(() => {
    let isGone = false;
    fetchPart().then(
      ({ default: Part }) => isGone || setPart({ Part }),
      (failure: unknown) => console.error(failure),
    );
    return () => {
      isGone = true;
    };
  }, [fetchPart]);
  return part && <part.Part />;
}
