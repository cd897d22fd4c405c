/** The guest entry, for guests without an email [CHK-5]. */
export const GUEST_ENTRY = '/auth/guest-checkout';
