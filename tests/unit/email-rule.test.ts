import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { block, type FormBlock } from '#domains/content/model/blocks.ts';
import { readEntry } from '#domains/content/model/form-entry.ts';
import { customerRecord } from '#domains/customers/account/model/record.ts';
import { identityContract } from '#domains/customers/identity/contract.ts';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { emailError } from '#domains/selling/checkout/model/validate-details.ts';
import { giftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import { validateGift } from '#domains/selling/gift-cards/model/validate-gift.ts';
import { readConfig } from '#lib/server/config.ts';

const CART = '5f0c9d5e-1d3c-4b6e-9a55-1d0f3a6f7a10';
const GIFT = { recipientName: 'Ada', recipientEmail: '', senderName: '', message: '', sendOn: '' };
const FORM = block.parse({ type: 'form', formId: 'contact', fields: [{ name: 'email', label: 'Email', kind: 'email' }] }) as FormBlock;

const takes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

/** Every place that judges an address. */
const PLACES: Readonly<Record<string, (email: string) => boolean>> = {
  'the cart of a guest': (email) => takes(cartContract.updateGuestEmail.input, { cartId: CART, email }),
  'the way to the checkout': (email) => takes(checkoutContract.redirectUrl.input, { cartId: CART, email }),
  'the checkout and the guest entry': (email) => emailError(email) === null,
  'a change of email': (email) => takes(identityContract.changeEmailStep2.input, { email }),
  'a gift card, in the browser': (email) => validateGift({ ...GIFT, recipientEmail: email }, '2026-11-21').recipientEmail === undefined,
  'a gift card, on the server': (email) => takes(giftDetails, { ...GIFT, recipientEmail: email }),
  'a form of a page': (email) => readEntry(FORM, { email }).errors.length === 0,
  'a customer record': (email) => takes(customerRecord.shape.email, email),
};

const ADDRESSES = [
  ['tom&jerry@example.com', true],
  ['josé@example.com', true],
  ["o'brien@example.com.au", true],
  ['用户@例子.公司', true],
  ['first/last=x@example.com', true],
  ['anna@example.c', true],
  [`${'a'.repeat(64)}@example.com`, true],
  [`${'a'.repeat(65)}@example.com`, false],
  ['anna@example', false],
  ['anna..b@example.com', false],
  ['.anna@example.com', false],
  ['anna@-example.com', false],
  ['anna@exa_mple.com', false],
  ['anna@127.0.0.1', false],
  ['"anna b"@example.com', false],
  ['anna<x@example.com', false],
  ['an na@example.com', false],
  ['anna@example.com, ben@example.com', false],
] as const;

describe.each(Object.entries(PLACES))('%s', (_, isTaken) => {
  test.each(ADDRESSES)('accepts %s: %s', (address, isGood) => {
    expect(isTaken(address)).toBe(isGood);
  });
});

test('the variable CONTACT_EMAIL follows the same rule', () => {
  expect(readConfig({ CONTACT_EMAIL: 'josé@example.com' }).CONTACT_EMAIL).toBe('josé@example.com');
});
