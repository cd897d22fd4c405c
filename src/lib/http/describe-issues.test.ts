import { expect, test } from 'vitest';
import { z } from 'zod';
import { emailField } from '../email-field.ts';
import { describeIssues } from './describe-issues.ts';

const cases: readonly { readonly name: string; readonly schema: z.ZodType; readonly input: unknown; readonly says: string }[] = [
  {
    name: 'an email',
    schema: z.object({ email: emailField }),
    input: { email: 'x' },
    says: 'Email must be an email address, like name@example.com.',
  },
  {
    name: 'a nested field',
    schema: z.object({ gift: z.object({ recipientEmail: emailField }) }),
    input: { gift: { recipientEmail: 'x' } },
    says: 'Gift recipient email must be an email address, like name@example.com.',
  },
  { name: 'a missing field', schema: z.object({ cartId: z.uuid() }), input: {}, says: 'Cart id is missing.' },
  { name: 'a wrong kind', schema: z.object({ quantity: z.number() }), input: { quantity: 'two' }, says: 'Quantity must be a number.' },
  {
    name: 'a number below the least',
    schema: z.object({ quantity: z.number().min(1) }),
    input: { quantity: 0 },
    says: 'Quantity must be at least 1.',
  },
  {
    name: 'a number above the most',
    schema: z.object({ quantity: z.number().max(9) }),
    input: { quantity: 10 },
    says: 'Quantity must be at most 9.',
  },
  {
    name: 'an empty text',
    schema: z.object({ given_name: z.string().min(1) }),
    input: { given_name: '' },
    says: 'Given name must not be empty.',
  },
  {
    name: 'a long text',
    schema: z.object({ message: z.string().max(2) }),
    input: { message: 'abc' },
    says: 'Message must have at most 2 characters.',
  },
  {
    name: 'an unknown choice',
    schema: z.object({ sort: z.enum(['up', 'down']) }),
    input: { sort: 'x' },
    says: 'Sort must be up or down.',
  },
  { name: 'an invalid UUID', schema: z.object({ id: z.uuid() }), input: { id: 'x' }, says: 'Id must be a UUID.' },
  { name: 'an unknown field', schema: z.strictObject({}), input: { tier: 1 }, says: 'The input has unknown fields: tier.' },
  { name: 'an entry of a list', schema: z.object({ ids: z.array(z.number()) }), input: { ids: [1, 'x'] }, says: 'Ids 2 must be a number.' },
  { name: 'two errors', schema: z.object({ a: z.number(), b: z.number() }), input: { b: 'x' }, says: 'A is missing. B must be a number.' },
];

test.each(cases)('describes $name in a sentence', ({ schema, input, says }) => {
  const read = schema.safeParse(input);

  expect(describeIssues(read.error?.issues ?? [])).toBe(says);
});
