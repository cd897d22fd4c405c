import { afterEach, expect, test, vi } from 'vitest';
import { archiveOptions, recoveryOptions } from './archive-settings.ts';

afterEach(() => vi.unstubAllEnvs());

test('the programs of PostgreSQL reach the storage as the shop does: with its keys, proxy, certificates and profiles', () => {
  const given = {
    AWS_PROFILE: 'backups',
    HTTPS_PROXY: 'http://proxy.example:3128',
    NODE_EXTRA_CA_CERTS: '/etc/ssl/storage.pem',
    HOME: '/home/shop',
  };
  for (const [name, value] of Object.entries({ ...given, STRIPE_SECRET_KEY: 'sk_test_x' })) vi.stubEnv(name, value);
  const location = { target: 's3://bucket/shop', keys: ['k'.repeat(32)] } as const;

  for (const { environment } of [archiveOptions(location), recoveryOptions(location, { time: null, formerWalFolder: null, timeline: 1 })]) {
    expect(environment).toMatchObject(given);
    expect(environment).not.toHaveProperty('STRIPE_SECRET_KEY');
  }
});
