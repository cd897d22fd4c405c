import { EMAIL_MAX_LENGTH } from '#lib/email.ts';

/** Maximum lengths of the fields, enforced by the form and by the server. */
export const DETAIL_LENGTHS = {
  email: EMAIL_MAX_LENGTH,
  firstName: 60,
  lastName: 60,
  phone: 30,
  address: 120,
  suburb: 60,
  state: 3,
  postcode: 10,
  instructions: 250,
  giftMessage: 250,
} as const;
