/** Where a guest without an e-mail goes (DECISIONS.md "Carts and orders"). */
export const GUEST_ENTRY = '/auth/guest-checkout';
