/**
 * Path of the guest entry, and the emails of the entry and of links [CHK-6]. Only an email that was typed in this tab replaces a
 * saved one: the entry notes it in session storage, and the next page reads it once.
 */
const TYPED = 'guest-checkout-typed';
const OFFERED = 'guest-checkout-offered';

/** The guest entry, for guests without an email [CHK-5]. */
export const GUEST_ENTRY = '/auth/guest-checkout';

const write = (name: string, value: string): void => {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // Without session storage an email counts as one of a link.
  }
};

function readOnce(name: string): string | null {
  try {
    const value = sessionStorage.getItem(name);
    sessionStorage.removeItem(name);
    return value;
  } catch {
    return null;
  }
}

/** Notes the email that is submitted at the guest entry. */
export const noteTypedEmail = (email: string): void => write(TYPED, email);

/** Returns true, once, for the email that was typed at the guest entry. */
export const wasTyped = (email: string): boolean => readOnce(TYPED) === email;

/** Saves the email of a link, which the checkout's contact step offers. */
export const offerEmail = (email: string): void => write(OFFERED, email);

/** Returns the email to offer, once; null if there is none. */
export const takeOfferedEmail = (): string | null => readOnce(OFFERED);
