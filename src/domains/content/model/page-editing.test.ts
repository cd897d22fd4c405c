/** The pure rules of editing pages: marks of texts, forms made from schemas, differences, drafts and redirects. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formOfSchema, initialValue } from '#lib/form-schema.ts';
import { block } from './blocks.ts';
import { insertLink, type Mark, toggleMark } from './edit-prose.ts';
import { copyOfPage, freeId, newPage, slugOf } from './new-page.ts';
import { diffPages } from './page-diff.ts';
import { completePage, showableDraft } from './page-draft.ts';
import { pageStateOf } from './page-list.ts';
import { readProse } from './prose.ts';
import { pageRecord } from './record.ts';
import { followRedirects, makesLoop, type RedirectRecord, redirectRecord } from './redirect.ts';
import { hasOwnPage } from './templates.ts';

describe('a mark', () => {
  test.each<[Mark, string]>([
    ['strong', 'a **word** here'],
    ['emphasis', 'a *word* here'],
    ['heading', '### a word here'],
    ['bullets', '- a word here'],
    ['numbers', '1. a word here'],
  ])('%s is set and removed again', (mark, marked) => {
    const set = toggleMark({ text: 'a word here', from: 2, to: 6 }, mark);
    expect(set.text).toBe(marked);
    expect(toggleMark(set, mark).text).toBe('a word here');
  });

  test('leaves spaces at the ends of the selection outside', () => {
    expect(toggleMark({ text: 'a word here', from: 1, to: 7 }, 'strong').text).toBe('a **word** here');
  });

  test('of a list replaces that of another', () => {
    expect(toggleMark({ text: '- one\n- two', from: 0, to: 11 }, 'numbers').text).toBe('1. one\n2. two');
  });

  test('never changes what the text says', () => {
    const words = fc.stringMatching(/^[a-z ]{1,30}$/);
    fc.assert(
      fc.property(words, fc.nat(30), fc.nat(30), fc.constantFrom<Mark>('strong', 'emphasis', 'bullets', 'heading'), (text, a, b, mark) => {
        const [from, to] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
        const letters = toggleMark({ text, from, to }, mark).text.replace(/[^a-z ]/g, '');
        expect(letters.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });
});

test('a link is read back as the words and the address that were entered', () => {
  const { text } = insertLink({ text: 'See  now', from: 4, to: 4 }, 'our [red] wines', '/wines?varietal=Shiraz');
  expect(readProse(text)).toEqual([
    {
      kind: 'paragraph',
      line: [
        { kind: 'text', text: 'See ' },
        { kind: 'link', text: 'our  red  wines', to: '/wines?varietal=Shiraz' },
        { kind: 'text', text: ' now' },
      ],
    },
  ]);
});

describe('the form of a schema', () => {
  const form = formOfSchema(block);

  test('has every type of block and every field of it', () => {
    const types = form.kind === 'union' ? form.variants.map(({ value }) => value) : [];
    expect(types).toEqual(['text', 'image', 'offers', 'quote', 'video', 'faq', 'form']);
    const faq = form.kind === 'union' ? form.variants.find(({ value }) => value === 'faq')?.spec : undefined;
    expect(faq && initialValue(faq)).toEqual({ heading: '', questions: [] });
  });

  test('knows which fields of a page may be left out', () => {
    const page = formOfSchema(pageRecord);
    const fields = page.kind === 'object' ? page.fields : [];
    const spec = (name: string) => fields.find((field) => field.name === name)?.spec;
    expect(spec('title')).toMatchObject({ kind: 'text', maxLength: 160, isRequired: true });
    expect(spec('picture')).toMatchObject({ kind: 'union', isNullable: true });
    expect(spec('markets')).toMatchObject({ kind: 'choices', options: ['AU', 'SG'] });
  });
});

describe('a draft', () => {
  const draft = newPage('winter', 'content', 'Winter', ['AU']);

  test('is a page once its blocks are written', () => {
    expect(completePage(draft)).toEqual({ issues: [{ path: ['blocks', 0, 'body'], message: 'Fill this in.', isBlocking: true }] });
    expect('page' in completePage({ ...draft, blocks: [{ type: 'text', body: 'Snow.' }] })).toBe(true);
  });

  test('is shown as far as it is complete', () => {
    const shown = showableDraft('winter', {
      ...draft,
      path: 7,
      title: '',
      blocks: [
        { type: 'text', body: '' },
        { type: 'quote', words: 'Yes' },
      ],
    });
    expect(shown).toMatchObject({ title: 'Untitled', path: '/winter', blocks: [{ type: 'quote', words: 'Yes' }] });
  });

  test('of any content can be shown', () => {
    const content = fc.dictionary(
      fc.constantFrom('title', 'path', 'blocks', 'template', 'markets', 'event', 'brand', 'publishAt'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(content, (fields) => {
        expect(showableDraft('any', JSON.parse(JSON.stringify(fields))).id).toBe('any');
      }),
    );
  });

  test('of a copy has an address, an id and times of its own', () => {
    const copy = copyOfPage({ ...draft, publishAt: '2026-01-01T00:00:00Z', menu: { group: 'help' } }, 'winter-2', 'Winter two');
    expect(copy).toMatchObject({ id: 'winter-2', path: '/winter-2', title: 'Winter two' });
    expect(Object.keys(copy)).not.toContain('publishAt');
    expect(slugOf('Été à la plage!')).toBe('ete-a-la-plage');
    expect(freeId('Winter', (id) => ['winter', 'winter-2'].includes(id))).toBe('winter-3');
  });
});

describe('the differences of two versions', () => {
  const text = (body: string) => ({ type: 'text', heading: '', body });

  test('name fields and blocks that changed, came, went and moved', () => {
    const before = { title: 'One', blocks: [text('a'), text('b'), { type: 'quote', words: 'c' }] };
    const after = { title: 'Two', blocks: [text('b'), text('a'), { type: 'faq', questions: [] }] };
    expect(diffPages(before, after)).toEqual([
      { path: ['title'], kind: 'changed', before: 'One', after: 'Two' },
      { path: ['blocks', 1, 'text'], kind: 'moved', before: '2', after: '1' },
      { path: ['blocks', 2, 'text'], kind: 'moved', before: '1', after: '2' },
      { path: ['blocks', 3, 'faq'], kind: 'added', before: '', after: 'faq' },
      { path: ['blocks', 3, 'quote'], kind: 'removed', before: 'quote · c', after: '' },
    ]);
  });

  test('are none between equal records, whatever the order of their fields', () => {
    expect(diffPages({ title: 'One', kicker: '' }, { title: 'One' })).toEqual([]);
    expect(diffPages({ event: { a: 1, b: 2 } }, { event: { b: 2, a: 1 } })).toEqual([]);
  });
});

test('the state of a page follows from its times', () => {
  const at = (publishAt: string | null, endAt: string | null, state = 'published') =>
    pageStateOf({ published: { state, publishAt, endAt }, isArchived: false }, Date.parse('2026-06-01T00:00:00Z'));
  expect(at(null, null)).toBe('live');
  expect(at('2026-07-01T00:00:00Z', null)).toBe('scheduled');
  expect(at(null, '2026-06-01T00:00:00Z')).toBe('ended');
  expect(at(null, null, 'draft')).toBe('draft');
  expect(pageStateOf({ published: null, isArchived: false }, 0)).toBe('draft');
  expect(pageStateOf({ published: null, isArchived: true }, 0)).toBe('archived');
});

describe('a redirect', () => {
  const make = (from: string, to: string, more: Partial<RedirectRecord> = {}): RedirectRecord =>
    redirectRecord.parse({ record: 'redirect', from, to, ...more });
  const among =
    (...all: RedirectRecord[]) =>
    (path: string): RedirectRecord | null =>
      all.find(({ from }) => from === path) ?? null;

  test('leads to the end of a chain, permanent if every step is', () => {
    const find = among(make('/a', '/b'), make('/b', '/c', { isPermanent: false }));
    expect(followRedirects(find, '/A/', 'AU')).toEqual({ target: { to: '/c', isPermanent: false }, steps: ['/a', '/b', '/c'] });
    expect(followRedirects(find, '/c', 'AU')).toBeNull();
  });

  test('ends at the first address that has a page', () => {
    const find = among(make('/a', '/b'), make('/b', '/c'), make('/c', '/d'));
    expect(followRedirects(find, '/a', 'AU', (path) => path === '/c')).toEqual({
      target: { to: '/c', isPermanent: true },
      steps: ['/a', '/b', '/c'],
    });
  });

  test('counts in its markets only', () => {
    const find = among(make('/a', '/b', { markets: ['SG'] }));
    expect(followRedirects(find, '/a', 'AU')).toBeNull();
    expect(followRedirects(find, '/a', 'SG')).not.toBeNull();
  });

  test('that comes back to where it began is a loop', () => {
    expect(makesLoop(among(make('/b', '/a')), make('/a', '/b?x=1'))).toBe(true);
    expect(makesLoop(among(make('/b', '/c')), make('/a', '/b'))).toBe(false);
  });

  test.each(['/', '/api/cart', '/checkout/x', '//evil.example', 'old', '/a?b'])('does not begin at %s', (from) => {
    expect(redirectRecord.safeParse({ record: 'redirect', from, to: '/x' }).success).toBe(false);
  });

  test.each(['javascript:alert(1)', '//evil.example', 'http://x.example', 'x', '/a b'])('does not lead to %s', (to) => {
    expect(redirectRecord.safeParse({ record: 'redirect', from: '/old', to }).success).toBe(false);
  });
});

test('the shop has pages of its own beside those of the retailer', () => {
  expect(['/', '/cart', '/wines/red', '/wine-clubs/one', '/events'].map(hasOwnPage)).toEqual([true, true, true, true, true]);
  expect(['/about', '/events/one', '/vino-articles/one', '/collections/one'].map(hasOwnPage)).toEqual([false, false, false, false]);
});
