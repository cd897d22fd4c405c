/** Toasts of the office, with an undo where there is one. Toasts.tsx renders them. */
import { createStore } from '../create-store.ts';

export interface OfficeToast {
  readonly id: number;
  readonly text: string;
  readonly isBad: boolean;
  readonly undo?: () => void;
}

const store = createStore<readonly OfficeToast[]>([]);
let last = 0;

/** The visible toasts, for `useSyncExternalStore`. */
export const officeToasts: Pick<typeof store, 'subscribe' | 'current' | 'onServer'> = store;

export const closeToast = (id: number): void => store.set(store.current().filter((toast) => toast.id !== id));

function add(toast: Omit<OfficeToast, 'id'>): void {
  last += 1;
  store.set([...store.current().filter(({ text }) => text !== toast.text), { ...toast, id: last }]);
}

/** Says that something was done. @param undo takes it back */
export const toastDone = (text: string, undo?: () => void): void => add({ text, isBad: false, ...(undo ? { undo } : {}) });

/** Says that something failed. It stays until it is closed. */
export const toastFailed = (text: string): void => add({ text, isBad: true });
