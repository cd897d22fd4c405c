/** Store of toasts. Toasts.tsx renders it; any browser module adds to it. */
import { createStore } from './create-store.ts';

export interface Toast {
  readonly title: string;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  /** Picture of the subject, for example the bottle. */
  readonly picture?: string;
  /** Optional action. The toast closes afterwards. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

export interface DisplayedToast extends Toast {
  readonly id: number;
}

/** Lifetime of a toast in ms [CART-73]. */
export const TOAST_MS = 5000;

const store = createStore<readonly DisplayedToast[]>([]);
let last = 0;

/** Shows a toast. Replaces a visible toast with the same text. @returns its id */
export function showToast(toast: Toast): number {
  last += 1;
  const same = (other: DisplayedToast): boolean => other.title === toast.title && other.text === toast.text;
  store.set([...store.current().filter((other) => !same(other)), { ...toast, id: last }]);
  return last;
}

/** Closes a toast early. */
export const dismissToast = (id: number): void => store.set(store.current().filter((toast) => toast.id !== id));

/** The list of toasts as an external store for `useSyncExternalStore`. */
export const toastList: Pick<typeof store, 'subscribe' | 'current' | 'onServer'> = store;
