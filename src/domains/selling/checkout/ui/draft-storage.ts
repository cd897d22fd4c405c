/**
 * What was typed and is not with the server yet, kept for as long as the tab lives, so that a reload in the very moment
 * loses nothing. The date of birth stays here alone.
 */
import type { CheckoutDetails } from '../contract.ts';

export interface Draft {
  /** Whose checkout it is. */
  readonly token: string;
  readonly details: CheckoutDetails;
  /** Whether the server has them. */
  readonly isSaved: boolean;
  readonly dateOfBirth: string;
}

const NAME = 'checkout-draft';

/** What was typed last in this tab, in this checkout or in one that has ended; null where the browser keeps nothing. */
export function readDraft(): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Draft | null;
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
