import type { MetaDescriptor } from 'react-router';
import { describe, expect, test } from 'vitest';
import { MARKETS } from '#markets/market.ts';
import { createSiteData } from '#tests/fixtures/site-data.ts';
import { headTags } from './head.ts';

const site = (market: 'AU' | 'SG', kind: 'wine' | 'spirits', origin: string) => ({ id: `${market}-${kind}`, market, kind, origin });
const siteData = createSiteData([
  site('AU', 'wine', 'https://au.example'),
  site('SG', 'wine', 'https://sg.example'),
  site('AU', 'spirits', 'https://au-spirits.example'),
]);
const head = { title: 'Wine', description: 'Wine.', path: '/wines?page=2' };
const linksOf = (tags: MetaDescriptor[], rel: string) => tags.flatMap((tag) => ('rel' in tag && tag.rel === rel ? [tag.href] : []));

describe('headTags', () => {
  test('has a canonical URL on this site', () => {
    expect(linksOf(headTags(siteData, head), 'canonical')).toEqual(['https://au.example/wines?page=2']);
  });

  test('gives a spirit on the wine site a canonical URL on the spirits site', () => {
    expect(linksOf(headTags(siteData, { ...head, path: '/wines/a/b', kind: 'spirits' }), 'canonical')).toEqual([
      'https://au-spirits.example/wines/a/b',
    ]);
  });

  test('lists languages only for pages of every market', () => {
    expect(linksOf(headTags(siteData, head), 'alternate')).toEqual([]);
    const tags = headTags(siteData, { ...head, markets: MARKETS });
    expect(linksOf(tags, 'alternate')).toEqual([
      'https://au.example/wines?page=2',
      'https://sg.example/wines?page=2',
      'https://au.example/wines?page=2',
    ]);
    expect(tags).toContainEqual(expect.objectContaining({ hrefLang: 'en-SG' }));
    expect(tags).toContainEqual(expect.objectContaining({ hrefLang: 'x-default', href: 'https://au.example/wines?page=2' }));
  });

  test('lists no other language for a page of one market', () => {
    expect(linksOf(headTags(siteData, { ...head, kind: 'spirits', markets: MARKETS }), 'alternate')).toEqual([]);
  });

  test('marks pages that search engines must not list', () => {
    expect(headTags(siteData, { ...head, isIndexed: false })).toContainEqual({ name: 'robots', content: 'noindex' });
    expect(headTags(siteData, head)).not.toContainEqual({ name: 'robots', content: 'noindex' });
  });

  test('shortens a long description', () => {
    const [description] = headTags(siteData, { ...head, description: 'x'.repeat(300) }).flatMap((tag) =>
      'name' in tag && tag.name === 'description' ? [tag.content] : [],
    );
    expect(description).toHaveLength(200);
  });
});

test.each([
  { of: 'nothing', picture: undefined, expected: 'https://au.example/icon-512.png' },
  { of: 'a drawing', picture: '/pictures/bottle/a.1.svg', expected: 'https://au.example/pictures/bottle/a.1.png' },
  { of: 'a photo', picture: '/pictures/photo/a.10x10/10.jpg', expected: 'https://au.example/pictures/photo/a.10x10/10.jpg' },
])('shares a page with a picture of $of as $expected', ({ picture, expected }) => {
  expect(headTags(siteData, { ...head, picture })).toContainEqual({ property: 'og:image', content: expected });
});
