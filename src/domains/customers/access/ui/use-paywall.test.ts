import { describe, expect, test } from 'vitest';
import { createMemoryStorage } from '#lib/browser/key-value-storage.ts';
import { loadUnlockTokens, unlockPaywall } from './use-paywall.ts';

const input = { email: 'ada@example.com', password: 'claret', path: '/notes' };
const pages = [{ path: '/notes', proof: 'p' }];
const says = 'That password does not open this page.';

describe('an unlock', () => {
  test.each([
    { status: 200, body: { status: 200, message: 'Unlocked.', pages }, is: { status: 200, says: null, proofs: { '/notes': 'p' } } },
    { status: 409, body: { status: 409, message: 'Already unlocked.', pages }, is: { status: 409, says: null, proofs: { '/notes': 'p' } } },
    { status: 401, body: { status: 401, title: says }, is: { status: 500, message: 'Internal Server Error', says, proofs: {} } },
    { status: 500, body: null, is: { status: 500, message: 'Internal Server Error', proofs: {} } },
  ])('maps the status $status of the server [ACCESS-13, ACCESS-15]', async ({ status, body, is }) => {
    expect(await unlockPaywall(async () => ({ status, body }), input)).toMatchObject(is);
  });

  test('fails with 500 if the server cannot be reached [ACCESS-15]', async () => {
    const unlocked = await unlockPaywall(() => Promise.reject(new Error('offline')), input);
    expect(unlocked).toMatchObject({ status: 500, message: 'Internal Server Error', says: 'We could not be reached. Please try again.' });
  });
});

test.each([
  { kept: '{"/notes":"p"}', is: { '/notes': 'p' } },
  { kept: '{"/notes":7,"/a":"b"}', is: { '/a': 'b' } },
  { kept: 'null', is: {} },
  { kept: 'nonsense', is: {} },
])('reads the stored tokens $kept', ({ kept, is }) => {
  expect(loadUnlockTokens(createMemoryStorage({ 'paywall-proofs': kept }))).toEqual(is);
});
