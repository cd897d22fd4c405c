import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../platform/server/config.ts';
import { hostedSearchOrigin, insightsOrigin } from '../../search/server/hosted-search-facts.ts';
import { contentSecurityPolicy } from './content-security.ts';

/** The directives of a policy by name. */
const directives = (policy: string): Record<string, string> =>
  Object.fromEntries(policy.split('; ').map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1).join(' ')]));
const scriptSources = (html: string): string => directives(contentSecurityPolicy(Buffer.from(html), false))['script-src'] ?? '';
const hashOf = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

describe('scripts of a page', () => {
  test.each([
    { name: 'none', html: '<p>Shiraz</p>', sources: "'self'" },
    { name: 'one inline', html: '<script>go()</script>', sources: `'self' ${hashOf('go()')}` },
    { name: 'with attributes', html: '<script type="module" async="">go()</script>', sources: `'self' ${hashOf('go()')}` },
    { name: 'with lines and spaces, as they are', html: '<script>\n go()\n</script>', sources: `'self' ${hashOf('\n go()\n')}` },
    { name: 'an empty one', html: '<script></script>', sources: `'self' ${hashOf('')}` },
    { name: 'the same twice', html: '<script>go()</script><script>go()</script>', sources: `'self' ${hashOf('go()')}` },
    { name: 'two', html: '<script>a()</script><p></p><script>b()</script>', sources: `'self' ${hashOf('a()')} ${hashOf('b()')}` },
    { name: 'letters beyond ASCII', html: '<script>say("Rosé 🍷")</script>', sources: `'self' ${hashOf('say("Rosé 🍷")')}` },
    { name: 'a file needs no hash', html: '<script type="module" src="/assets/a.js"></script>', sources: "'self'" },
    { name: 'a file, then an inline one', html: '<script src="/a.js"></script><script>go()</script>', sources: `'self' ${hashOf('go()')}` },
    { name: 'an attribute that only ends like src', html: '<script data-src="/a.js">go()</script>', sources: `'self' ${hashOf('go()')}` },
    { name: 'data is not run', html: '<script type="application/ld+json">{}</script>', sources: "'self'" },
    { name: 'neither is other data', html: '<script type="application/json">{}</script>', sources: "'self'" },
    { name: 'speculation rules need a hash', html: '<script type="speculationrules">{}</script>', sources: `'self' ${hashOf('{}')}` },
  ])('$name', ({ html, sources }) => {
    expect(scriptSources(html)).toBe(sources);
  });

  test('every inline script is allowed by its hash, and only those', () => {
    const code = fc.string({ unit: 'grapheme' }).filter((given) => !given.toLowerCase().includes('</script'));
    fc.assert(
      fc.property(fc.array(code, { maxLength: 5 }), (scripts) => {
        const html = scripts.map((script) => `<div>text</div><script>${script}</script>`).join('');
        expect(scriptSources(html)).toBe(["'self'", ...new Set(scripts.map(hashOf))].join(' '));
      }),
    );
  });
});

test('a hosted search may be asked, and told of its hits where it listens to that', () => {
  const given = { HOSTED_SEARCH_APP_ID: 'APP', HOSTED_SEARCH_PARENT_KEY: 'parent' };
  const config = readConfig(given);
  expect([hostedSearchOrigin(config), insightsOrigin(config)]).toEqual(['https://app-dsn.algolia.net', 'https://insights.algolia.io']);
  expect(insightsOrigin(readConfig({ ...given, HOSTED_SEARCH_URL: 'https://search.example' }))).toBe('https://search.example');
  expect(insightsOrigin(readConfig({}))).toBeNull();
  const policy = directives(contentSecurityPolicy(Buffer.from(''), false, null, ['https://a.example', 'https://b.example']));
  expect(policy['connect-src']).toBe("'self' https://a.example https://b.example");
});

describe('the policy', () => {
  const served = directives(contentSecurityPolicy(Buffer.from('<script>go()</script>'), false));

  test('in production allows nothing inline but style attributes, nothing evaluated, nothing from elsewhere', () => {
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

  test('in development the bundler’s own scripts and its socket work', () => {
    const policy = directives(contentSecurityPolicy(Buffer.from('<script>go()</script>'), true));
    expect([policy['script-src'], policy['connect-src']]).toEqual(["'self' 'unsafe-inline'", "'self' ws:"]);
  });
});

test('an identity service elsewhere may be called and framed, and nothing else', () => {
  const policy = directives(contentSecurityPolicy(Buffer.from('<p></p>'), false, 'https://id.shop.example'));
  const named = Object.entries(policy).filter(([, sources]) => sources.includes('https://id.shop.example'));
  expect(named).toEqual([
    ['connect-src', "'self' https://id.shop.example"],
    ['frame-src', "'self' https://id.shop.example"],
  ]);
});
