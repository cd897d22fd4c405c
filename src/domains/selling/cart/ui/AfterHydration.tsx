import { type ComponentType, useEffect, useState } from 'react';

/** Loads and renders a component after hydration. Renders nothing if loading fails. */
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
