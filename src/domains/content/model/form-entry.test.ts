import { describe, expect, test } from 'vitest';
import { block, type FormBlock } from './blocks.ts';
import { readEntry, senderOf } from './form-entry.ts';

const form = block.parse({
  type: 'form',
  formId: 'contact',
  fields: [
    { name: 'name', label: 'Your name', kind: 'text', isRequired: true, longest: 5 },
    { name: 'email', label: 'Your email', kind: 'email' },
    { name: 'phone', label: 'Phone', kind: 'phone' },
    { name: 'about', label: 'About', kind: 'choice', options: ['Wine', 'Order'] },
    { name: 'adult', label: 'I am 18 or over', kind: 'tick', isRequired: true },
  ],
}) as FormBlock;
const valid = { name: 'Ana', email: 'ana@example.com', phone: '0412 345 678', about: 'Wine', adult: 'yes' };

describe('readEntry', () => {
  test('trims values and leaves out those that the form does not have', () => {
    const { entry, errors } = readEntry(form, { ...valid, name: ' Ana ', other: 'x' });
    expect(errors).toEqual([]);
    expect(entry).toEqual({ ...valid, name: 'Ana' });
    expect(senderOf(form, entry)).toBe('ana@example.com');
  });

  test.each([
    { name: 'missing', values: { ...valid, name: ' ' }, expected: 'Enter your name' },
    { name: 'too long', values: { ...valid, name: 'Anasta' }, expected: 'Your name must be 5 characters or fewer' },
    { name: 'no e-mail', values: { ...valid, email: 'ana' }, expected: 'Enter an email address, like name@example.com' },
    { name: 'no phone', values: { ...valid, phone: 'ring me' }, expected: 'Phone must be a phone number, like 0412 345 678' },
    { name: 'no option', values: { ...valid, about: 'Beer' }, expected: 'About must be one of: Wine, Order' },
    { name: 'not ticked', values: { ...valid, adult: '' }, expected: 'Tick “I am 18 or over” to go on' },
    { name: 'ticked oddly', values: { ...valid, adult: 'on' }, expected: "I am 18 or over is either 'yes' or empty" },
    {
      name: 'a character that cannot be stored',
      values: { ...valid, name: 'a\0' },
      expected: 'Your name contains a character we can’t accept',
    },
  ])('$name: $expected', ({ values, expected }) => {
    expect(readEntry(form, values).errors.map(({ reason }) => reason)).toEqual([expected]);
  });
});
