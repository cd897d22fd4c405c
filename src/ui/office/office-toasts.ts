/** Toasts of the office, with an undo or a way to continue where there is one. Toasts.tsx renders them. */
import { createStore } from '../create-store.ts';
import { officeMessages } from './messages.ts';

export interface OfficeToast {
  readonly id: number;
  readonly text: string;
  readonly isBad: boolean;
  readonly action?: { readonly label: string; readonly run: () => void };
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
export const toastDone = (text: string, undo?: () => void): void =>
  add({ text, isBad: false, ...(undo ? { action: { label: officeMessages.undo, run: undo } } : {}) });

/** Says that something failed. It stays until it is closed. @param resume continues what was interrupted */
export const toastFailed = (text: string, resume?: () => void): void =>
  add({ text, isBad: true, ...(resume ? { action: { label: officeMessages.continue, run: resume } } : {}) });
