/** Stores the input in session storage, so that a reload loses nothing. The date of birth is stored only here. */
import { hasTexts, parseJsonObject } from '#lib/json.ts';
import type { CheckoutDetails } from '../contract.ts';

/** The stored input of a checkout form. */
export interface Draft {
  /** Identifies the checkout. */
  readonly token: string;
  readonly details: CheckoutDetails;
  /** True if the server has the values. */
  readonly isSaved: boolean;
  readonly dateOfBirth: string;
}

const NAME = 'checkout-draft';

const DETAIL_TEXTS = [
  'email',
  'firstName',
  'lastName',
  'phone',
  'address',
  'suburb',
  'state',
  'postcode',
  'instructions',
  'giftMessage',
] as const satisfies readonly (keyof CheckoutDetails)[];

const isDetails = (value: unknown): value is CheckoutDetails =>
  hasTexts(value, DETAIL_TEXTS) && typeof value.authorityToLeave === 'boolean';

const isDraft = (value: unknown): value is Draft =>
  hasTexts(value, ['token', 'dateOfBirth']) && typeof value.isSaved === 'boolean' && isDetails(value.details);

/** Reads the last input of this tab, of this checkout or an expired one. @returns null if the browser stored nothing */
export function readDraft(): Draft | null {
  try {
    const draft = parseJsonObject(sessionStorage.getItem(NAME));
    return isDraft(draft) ? draft : null;
  } catch {
    // Storage may be forbidden.
    return null;
  }
}

/** Stores the input of the form. Does nothing if storage is unavailable. */
export function saveDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(draft));
  } catch {
    // Storage may be full or forbidden. The server has the only copy then.
  }
}

/** Clears the input after the order is placed. */
export function deleteDraft(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Nothing was stored.
  }
}
