/** What staff enter about customers. The contract and the forms share it. */
import { z } from 'zod';
import { customerFormErrors } from '../messages/office-errors.ts';
import { addressFields } from './address.ts';

const MAX_NAME_LENGTH = 60;
const MAX_PHONE_LENGTH = 30;
const MAX_NOTE_LENGTH = 2_000;

const storable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
const text = (length: number) =>
  z.string().trim().max(length, customerFormErrors.tooLong(length)).refine(storable, 'must not have characters that cannot be stored');

export const contactFields = z.object({
  givenName: text(MAX_NAME_LENGTH).default(''),
  familyName: text(MAX_NAME_LENGTH).default(''),
  phone: text(MAX_PHONE_LENGTH).default(''),
});
export type ContactFields = z.output<typeof contactFields>;

export const customerNoteText = text(MAX_NOTE_LENGTH).refine((note) => note !== '', customerFormErrors.note);
export const loyaltyChange = z.object({ reason: text(120).refine((reason) => reason !== '', customerFormErrors.reason) });
export const emailChange = z.object({ email: z.email(customerFormErrors.email).max(254) });
export const emailCode = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, customerFormErrors.code),
});
/** An address as staff type it. The server checks suburb, state and postcode together. */
export const officeAddress = addressFields.extend({ isDefault: z.boolean().default(false) });
/** The number of another customer, or their email address. */
export const mergeTarget = z.object({ with: text(254).refine((value) => value !== '', customerFormErrors.mergeTarget) });
