/** Every email that the shop sends to shoppers, with its texts. The retailer may change each of them. */
import { MEMBER_MAILS } from './member-mails.ts';
import { ORDER_MAILS } from './order-mails.ts';

export const MAILS = { ...ORDER_MAILS, ...MEMBER_MAILS };
