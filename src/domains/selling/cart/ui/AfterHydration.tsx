import { type ComponentType, useEffect, useState } from 'react';

/** Shows a part that no first look needs, once it has been fetched; where that fails the page goes on without it. */
export function AfterHydration({ load }: { readonly load: () => Promise<{ readonly default: ComponentType }> }) {
  const [part, setPart] = useState<{ readonly Part: ComponentType } | null>(null);
  useEffect(() => {
    let isMissing = false;
    load().then(
      ({ default: Part }) => isMissing || setPart({ Part }),
      (failure: unknown) => console.error(failure),
    );
    return () => {
      isMissing = true;
    };
  }, [load]);
  return part && <part.Part />;
}
