import { describe, expect, test } from 'vitest';
import { createMemoryStorage } from '#lib/browser/key-value-storage.ts';
import { loadUnlockTokens, unlockPaywall } from './use-paywall.ts';

const input = { email: 'ada@example.com', password: 'claret', path: '/notes' };
const pages = [{ path: '/notes', proof: 'p' }];
const error = 'That password does not open this page.';

describe('an unlock', () => {
  test.each([
    { status: 200, body: { status: 200, message: 'Unlocked.', pages }, is: { status: 200, error: null, proofs: { '/notes': 'p' } } },
    {
      status: 409,
      body: { status: 409, message: 'Already unlocked.', pages },
      is: { status: 409, error: null, proofs: { '/notes': 'p' } },
    },
    { status: 401, body: { status: 401, title: error }, is: { status: 500, message: 'Internal Server Error', error, proofs: {} } },
    { status: 500, body: null, is: { status: 500, message: 'Internal Server Error', proofs: {} } },
  ])('maps the status $status of the server [ACCESS-13, ACCESS-15]', async ({ status, body, is }) => {
    expect(await unlockPaywall(async () => ({ status, body }), input)).toMatchObject(is);
  });

  test('fails with 500 if the server cannot be reached [ACCESS-15]', async () => {
    const unlocked = await unlockPaywall(() => Promise.reject(new Error('offline')), input);
    expect(unlocked).toMatchObject({ status: 500, message: 'Internal Server Error', error: 'We can’t reach the shop. Please try again.' });
  });
});

test.each([
  { stored: '{"/notes":"p"}', is: { '/notes': 'p' } },
  { stored: '{"/notes":7,"/a":"b"}', is: { '/a': 'b' } },
  { stored: 'null', is: {} },
  { stored: 'nonsense', is: {} },
])('reads the stored tokens $stored', ({ stored, is }) => {
  expect(loadUnlockTokens(createMemoryStorage({ 'paywall-proofs': stored }))).toEqual(is);
});
