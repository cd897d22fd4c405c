import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Returns false on the server and before hydration, true afterwards. For controls that need JavaScript [CONT-42]. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
