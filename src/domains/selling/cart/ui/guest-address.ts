/**
 * The e-mail that a guest types at the guest entry, and one that came by a link (SPEC.md §2 "guest checkout"). Only what was
 * typed in this tab replaces a stored address: the entry notes it in session storage, and the next page takes it once.
 */
const TYPED = 'guest-checkout-typed';
const OFFERED = 'guest-checkout-offered';

const write = (name: string, value: string): void => {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // Without session storage an address counts as one that came by a link.
  }
};

function take(name: string): string | null {
  try {
    const value = sessionStorage.getItem(name);
    sessionStorage.removeItem(name);
    return value;
  } catch {
    return null;
  }
}

/** Notes the address that is being sent from the guest entry. */
export const noteTypedEmail = (email: string): void => write(TYPED, email);

/** Whether an address was typed at the guest entry just now. True once. */
export const wasTyped = (email: string): boolean => take(TYPED) === email;

/** Keeps an address that came by a link, for the checkout's contact step to offer. */
export const offerEmail = (email: string): void => write(OFFERED, email);

/** The address to offer; null where there is none, and the next time. */
export const takeOfferedEmail = (): string | null => take(OFFERED);
