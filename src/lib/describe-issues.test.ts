import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeIssues } from './describe-issues.ts';
import { emailField } from './email-field.ts';

const cases: readonly { readonly name: string; readonly schema: z.ZodType; readonly input: unknown; readonly message: string }[] = [
  {
    name: 'an email',
    schema: z.object({ email: emailField }),
    input: { email: 'x' },
    message: 'Email must be an email address, like name@example.com.',
  },
  {
    name: 'a nested field',
    schema: z.object({ gift: z.object({ recipientEmail: emailField }) }),
    input: { gift: { recipientEmail: 'x' } },
    message: 'Gift recipient email must be an email address, like name@example.com.',
  },
  { name: 'a missing field', schema: z.object({ cartId: z.uuid() }), input: {}, message: 'Cart id is missing.' },
  { name: 'a wrong kind', schema: z.object({ quantity: z.number() }), input: { quantity: 'two' }, message: 'Quantity must be a number.' },
  {
    name: 'a number below the least',
    schema: z.object({ quantity: z.number().min(1) }),
    input: { quantity: 0 },
    message: 'Quantity must be at least 1.',
  },
  {
    name: 'a number above the most',
    schema: z.object({ quantity: z.number().max(9) }),
    input: { quantity: 10 },
    message: 'Quantity must be at most 9.',
  },
  {
    name: 'an empty text',
    schema: z.object({ given_name: z.string().min(1) }),
    input: { given_name: '' },
    message: 'Given name must not be empty.',
  },
  {
    name: 'a long text',
    schema: z.object({ message: z.string().max(2) }),
    input: { message: 'abc' },
    message: 'Message must have at most 2 characters.',
  },
  {
    name: 'an unknown choice',
    schema: z.object({ sort: z.enum(['up', 'down']) }),
    input: { sort: 'x' },
    message: 'Sort must be up or down.',
  },
  { name: 'an invalid UUID', schema: z.object({ id: z.uuid() }), input: { id: 'x' }, message: 'Id must be a UUID.' },
  { name: 'an unknown field', schema: z.strictObject({}), input: { tier: 1 }, message: 'The input has unknown fields: tier.' },
  {
    name: 'an entry of a list',
    schema: z.object({ ids: z.array(z.number()) }),
    input: { ids: [1, 'x'] },
    message: 'Ids 2 must be a number.',
  },
  {
    name: 'two errors',
    schema: z.object({ a: z.number(), b: z.number() }),
    input: { b: 'x' },
    message: 'A is missing. B must be a number.',
  },
];

test.each(cases)('describes $name in a sentence', ({ schema, input, message }) => {
  const read = schema.safeParse(input);

  expect(describeIssues(read.error?.issues ?? [])).toBe(message);
});
