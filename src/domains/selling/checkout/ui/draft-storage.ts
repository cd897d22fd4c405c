/** Stores the input in session storage, so that a reload loses nothing. The date of birth is stored only here. */
import type { CheckoutDetails } from '../contract.ts';

export interface Draft {
  /** Identifies the checkout. */
  readonly token: string;
  readonly details: CheckoutDetails;
  /** True if the server has the values. */
  readonly isSaved: boolean;
  readonly dateOfBirth: string;
}

const NAME = 'checkout-draft';

/** Reads the last input of this tab, of this checkout or an expired one. @returns null if the browser stored nothing */
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
    // Storage may be full or forbidden. The server has the only copy then.
  }
}

/** Clears the input after the order is placed. */
export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Nothing was stored.
  }
}
