/**
 * Path of the guest checkout's entry page, and the emails that were typed there or came with a link [CHK-6]. Only an email that was
 * typed in this tab replaces a saved one: the entry page saves it in session storage, and the next page reads it once.
 */
const TYPED = 'guest-checkout-typed';
const OFFERED = 'guest-checkout-offered';

/** Path of the entry page for guests without an email [CHK-5]. */
export const GUEST_ENTRY = '/auth/guest-checkout';

const write = (name: string, value: string): void => {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // Without session storage, a typed email is treated like one from a link.
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

/** Saves the email that is submitted on the entry page. */
export const noteTypedEmail = (email: string): void => write(TYPED, email);

/** Returns true for the email that was typed on the entry page. Later calls return false. */
export const wasTyped = (email: string): boolean => readOnce(TYPED) === email;

/** Saves the email of a link, which the contact step of the checkout offers. */
export const offerEmail = (email: string): void => write(OFFERED, email);

/** Returns and clears the email to offer; null if there is none. */
export const takeOfferedEmail = (): string | null => readOnce(OFFERED);
