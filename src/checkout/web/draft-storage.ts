/**
 * What was typed and is not with the server yet, kept for as long as the tab lives, so that a reload in the very moment
 * loses nothing. The date of birth stays here alone.
 */
import type { CheckoutDetails } from '../contract.ts';

interface Draft {
  /** Whose checkout it is. */
  readonly token: string;
  /** Null where the server has everything. */
  readonly details: CheckoutDetails | null;
  readonly dateOfBirth: string;
}

const NAME = 'checkout-draft';

/** The draft of a checkout; null where there is none, or where the browser keeps nothing. */
export function readDraft(token: string): Draft | null {
  try {
    const draft: Draft | null = JSON.parse(sessionStorage.getItem(NAME) ?? 'null');
    return draft?.token === token ? draft : null;
  } catch {
    return null;
  }
}

export function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(draft));
  } catch {
    // Storage may be full or forbidden; the server's copy is then the only one.
  }
}

/** Forget it: the order is placed. */
export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Nothing was kept.
  }
}
