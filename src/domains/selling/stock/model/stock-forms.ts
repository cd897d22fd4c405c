/** What staff enter about stock. The contract and the forms share it. */
import { z } from 'zod';
import { stockFormErrors } from '../messages/stock-errors.ts';
import { MAX_BIN_LENGTH, normalizeBin } from './bin.ts';
import { ADJUST_REASONS } from './stock.ts';

/** Most cases of one entry. */
export const MAX_CASES = 100_000;

// Texts are stored: PostgreSQL takes neither NUL nor lone surrogates.
const storable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
const text = (length: number) =>
  z.string().trim().max(length, stockFormErrors.tooLong(length)).refine(storable, 'must not have characters that cannot be stored');

const whole = z.number({ error: stockFormErrors.number }).int(stockFormErrors.number);

/** A number of cases, from 0. */
export const caseCount = whole.min(0, stockFormErrors.negative).max(MAX_CASES, stockFormErrors.tooMany(MAX_CASES));
const noteText = text(500).default('');
/** Movements are never changed or deleted, so that what is written there outlives the erasure of an account. */
const movementNote = noteText.describe('What happened. Without names of customers, because it cannot be erased');

export const adjustFields = z.object({
  quantity: whole
    .min(-MAX_CASES, stockFormErrors.tooMany(MAX_CASES))
    .max(MAX_CASES, stockFormErrors.tooMany(MAX_CASES))
    .refine((quantity) => quantity !== 0, stockFormErrors.zero),
  reason: z.enum(ADJUST_REASONS, { error: stockFormErrors.reason }),
  note: movementNote,
});

/** Place of a wine in the cellar. Empty for none. */
export const binText = z
  .string()
  .max(MAX_BIN_LENGTH * 2, stockFormErrors.tooLong(MAX_BIN_LENGTH))
  .transform(normalizeBin)
  .pipe(text(MAX_BIN_LENGTH));

export const countedFields = z.object({ counted: caseCount, note: movementNote });

/** The head of a delivery. */
export const deliveryFields = z.object({
  supplier: text(120),
  reference: text(80),
  day: z.iso.date({ error: stockFormErrors.day }).nullable(),
  note: noteText,
});

export const countFields = z.object({ note: text(120), isBlind: z.boolean() });
