/** The list of toasts. Toasts.tsx shows it; any module of the browser adds to it. */
import { createStore } from './create-store.ts';

export interface Toast {
  readonly title: string;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  /** A picture of what it is about, for example the bottle. */
  readonly picture?: string;
  /** One thing to do about it; the toast closes after. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

export interface ShownToast extends Toast {
  readonly id: number;
}

/** A toast closes by itself after this long (SPEC.md §9), milliseconds. */
export const TOAST_MS = 5000;

const store = createStore<readonly ShownToast[]>([]);
let last = 0;

/** Show a toast; one that says the same as another still on screen replaces it. Returns its id. */
export function showToast(toast: Toast): number {
  last += 1;
  const same = (other: ShownToast): boolean => other.title === toast.title && other.text === toast.text;
  store.set([...store.current().filter((other) => !same(other)), { ...toast, id: last }]);
  return last;
}

/** Take a toast away before its time. */
export const dismissToast = (id: number): void => store.set(store.current().filter((toast) => toast.id !== id));

/** The list as an external store for `useSyncExternalStore`. */
export const toastList: Pick<typeof store, 'subscribe' | 'current' | 'onServer'> = store;
