import { describe, expect, test } from 'vitest';
import { pageRecord } from './record.ts';
import { TEMPLATE_NAMES } from './templates.ts';

const page = { record: 'page', id: 'about', template: 'content', path: '/about', title: 'About us' };
const event = { startsAt: '2026-12-04T07:00:00Z', endsAt: '2026-12-04T09:00:00Z', venue: 'The cellar' };

describe('page record', () => {
  test('has the templates of the shop [CONT-23]', () => {
    const names = ['article', 'content', 'event', 'gift-card', 'open-offer', 'saved-search', 'secret-offer'] as const;
    expect(TEMPLATE_NAMES).toEqual(expect.arrayContaining([...names]));
  });

  test('parses a record with only the required fields and reproduces it [CONT-1]', () => {
    const read = pageRecord.parse(page);
    expect(read).toMatchObject({ markets: ['AU', 'SG'], shops: ['wine', 'spirits'], state: 'published', tiersEligible: ['GUEST', 'ALL'] });
    expect(pageRecord.parse(JSON.parse(JSON.stringify(read)))).toEqual(read);
  });

  test.each([
    { name: 'the path of another template', input: { ...page, template: 'article' }, path: 'path' },
    { name: 'a path of two segments for a content page', input: { ...page, path: '/about/us' }, path: 'path' },
    { name: 'the path of a page of the shop', input: { ...page, path: '/cart' }, path: 'path' },
    { name: 'an event without time and place', input: { ...page, template: 'event', path: '/events/a' }, path: 'event' },
    {
      name: 'an event that ends before it begins',
      input: { ...page, template: 'event', path: '/events/a', event: { ...event, endsAt: '2026-12-04T06:00:00Z' } },
      path: 'event',
    },
    { name: 'a saved search without its search', input: { ...page, template: 'saved-search', path: '/collections/a' }, path: 'search' },
    {
      name: 'a saved search with words',
      input: { ...page, template: 'saved-search', path: '/collections/a', search: 'category=Red&query=x' },
      path: 'search',
    },
    { name: 'an open offer without its offer', input: { ...page, template: 'open-offer', path: '/open-offers/a' }, path: 'offerId' },
    {
      name: 'an end before its beginning',
      input: { ...page, publishAt: '2026-12-04T07:00:00Z', endAt: '2026-12-04T07:00:00Z' },
      path: 'endAt',
    },
  ])('rejects $name and names the field', ({ input, path }) => {
    const read = pageRecord.safeParse(input);
    expect(read.success).toBe(false);
    expect(read.error?.issues.map((issue) => issue.path[0])).toContain(path);
  });

  test('requires captions for a video of this site', () => {
    const video = { type: 'video', title: 'The cellar', src: '/films/cellar.mp4' };
    expect(pageRecord.safeParse({ ...page, blocks: [video] }).success).toBe(false);
    expect(pageRecord.safeParse({ ...page, blocks: [{ ...video, captions: '/films/cellar.vtt' }] }).success).toBe(true);
  });
});
