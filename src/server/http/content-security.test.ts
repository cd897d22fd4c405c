import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hostedSearchOrigin, insightsOrigin } from '#domains/discovery/search/server/hosted-search-config.ts';
import { readConfig } from '#lib/server/config.ts';
import { contentSecurityPolicy, type PolicyOptions } from './content-security.ts';

const PLAIN: PolicyOptions = { development: false, identity: null, search: [], external: [] };

/** Returns the directives of a policy by name. */
const directives = (scripts: readonly string[], options: Partial<PolicyOptions> = {}): Record<string, string> =>
  Object.fromEntries(
    contentSecurityPolicy(scripts, { ...PLAIN, ...options })
      .split('; ')
      .map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1).join(' ')]),
  );
const hashOf = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

test.each([
  { name: 'none', scripts: [] },
  { name: 'one', scripts: ['go()'] },
  { name: 'an empty one', scripts: [''] },
  { name: 'two', scripts: ['a()', 'b()'] },
  { name: 'letters beyond ASCII', scripts: ['say("Rosé 🍷")'] },
])('scripts of a page: $name', ({ scripts }) => {
  expect(directives(scripts)['script-src']).toBe(["'self'", ...scripts.map(hashOf)].join(' '));
});

test('require Trusted Types if no third-party script is loaded', () => {
  const elsewhere = { connect: [], script: ['https://tracker.example'] };

  expect(directives([])).toMatchObject({ 'require-trusted-types-for': "'script'", 'trusted-types': 'default' });
  expect(directives([], { external: [elsewhere] })).not.toHaveProperty('require-trusted-types-for');
  expect(directives([], { development: true })).not.toHaveProperty('require-trusted-types-for');
});

test('allow calls to a hosted search and its insights endpoint', () => {
  const settings = { HOSTED_SEARCH_APP_ID: 'APP', HOSTED_SEARCH_PARENT_KEY: 'parent' };
  const config = readConfig(settings);
  expect([hostedSearchOrigin(config), insightsOrigin(config)]).toEqual(['https://app-dsn.algolia.net', 'https://insights.algolia.io']);
  expect(insightsOrigin(readConfig({ ...settings, HOSTED_SEARCH_URL: 'https://search.example' }))).toBe('https://search.example');
  expect(insightsOrigin(readConfig({}))).toBeNull();
  const policy = directives([], { search: ['https://a.example', 'https://b.example'] });
  expect(policy['connect-src']).toBe("'self' https://a.example https://b.example");
});

describe('the policy', () => {
  const served = directives(['go()']);

  test('allows nothing inline but style attributes, no eval and no other origins in production', () => {
    for (const [name, sources] of Object.entries(served)) {
      if (name !== 'style-src-attr') expect([name, sources]).not.toEqual([name, expect.stringMatching(/unsafe|\*|https?:|nonce/)]);
    }
  });

  test.each([
    ['default-src', "'self'"],
    ['style-src', "'self'"],
    ['img-src', "'self' data:"],
    ['connect-src', "'self'"],
    ['frame-src', "'self'"],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['frame-ancestors', "'none'"],
  ])('%s is %s', (name, sources) => {
    expect(served[name]).toBe(sources);
  });

  test('allows the bundler’s scripts and socket in development', () => {
    const policy = directives(['go()'], { development: true });
    expect([policy['script-src'], policy['connect-src']]).toEqual(["'self' 'unsafe-inline'", "'self' ws:"]);
  });
});

test('allows calls to and frames of an external identity service, and nothing else', () => {
  const policy = directives([], { identity: 'https://id.shop.example' });
  const named = Object.entries(policy).filter(([, sources]) => sources.includes('https://id.shop.example'));
  expect(named).toEqual([
    ['connect-src', "'self' https://id.shop.example"],
    ['frame-src', "'self' https://id.shop.example"],
  ]);
});
