import { expect, test } from 'vitest';
import { refusalOf } from './mailer.ts';

const answer = (response: string, command = 'RCPT TO') =>
  refusalOf(Object.assign(new Error('refused'), { responseCode: Number(response.slice(0, 3)), response, command }))?.kind ?? null;

test.each([
  ['550 5.1.1 no such user', 'bounce'],
  ['550-5.1.1 The account does not exist', 'bounce'],
  ['550 unknown user', 'bounce'],
  ['553 5.1.3 bad address', 'bounce'],
  ['552 5.2.2 mailbox full', 'soft_bounce'],
  ['550 5.2.2 over quota', 'soft_bounce'],
  ['450 4.2.0 greylisted', null],
  ['550 5.7.1 sender not allowed', null],
  ['550 relay not permitted', null],
  ['535 wrong password', null],
])('takes the answer “%s” to a recipient as: %s', (response, kind) => {
  expect(answer(response)).toBe(kind);
});

test('takes answers to other commands, and errors without one, as failures that may pass', () => {
  expect([answer('550 5.1.1 no', 'MAIL FROM'), answer('554 no', 'DATA'), refusalOf(new Error('connection lost'))]).toEqual([
    null,
    null,
    null,
  ]);
});
