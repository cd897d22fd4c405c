import { expect, test } from 'vitest';
import { framesOf, noticeOf } from './notice.ts';
import { noticeSchema } from './notice-schema.ts';

test.each([
  [
    'Chromium',
    '    at add (https://shop.example/assets/shared-Bx12ab_9.js:1:234)',
    'add',
    'https://shop.example/assets/shared-Bx12ab_9.js',
    1,
    234,
  ],
  ['Chromium without a name', '    at https://shop.example/assets/a.js:3:4', '<anonymous>', 'https://shop.example/assets/a.js', 3, 4],
  ['Firefox', 'add@https://shop.example/assets/a.js:5:6', 'add', 'https://shop.example/assets/a.js', 5, 6],
  ['Chromium, made by new', '    at new Cart (https://shop.example/a.js:1:2)', 'new Cart', 'https://shop.example/a.js', 1, 2],
  ['a line alone', '    at run (node:events:519)', 'run', 'node:events', 519, null],
  ['Node', '    at async Object.run (file:///shop/src/a/server/b.ts:7:8)', 'Object.run', 'file:///shop/src/a/server/b.ts', 7, 8],
])('parses a frame of %s', (_, line, method, file, number, column) => {
  expect(framesOf(`Error: x\n${line}`)).toEqual([{ file, method, number, column }]);
});

test('ignores lines that are no frames', () => {
  expect(framesOf('TypeError: a: 1:2\n    at native\n  at a b:1:2\n\n(:1)')).toEqual([]);
});

test.each([' ', '\t', 'at ', ':1', '(', '@', ')', 'a('])('parses a stack with long runs of "%s" in linear time', (run) => {
  // Quadratic work would take minutes, longer than the limit of a test.
  expect(framesOf(`Error\n    at${run.repeat(300_000)}\n`)).toEqual([]);
});

test('builds a notice without personal data that the server accepts [ERR-1]', () => {
  const error = new TypeError('no cart for grace@example.com', { cause: new Error('5 of 0412 345 678') });
  const breadcrumbs = [{ category: 'request', message: 'GET /api/x', metadata: { status: 500, password: 'p' }, timestamp: 't' }];
  const notice = noticeOf(error, {
    url: 'https://a.example/cart?cartId=1',
    action: 'render',
    trail: breadcrumbs,
    environment: 'browser',
    time: 't',
  });
  expect(notice).toMatchObject({
    error: { class: 'TypeError', message: 'no cart for [e-mail]', causes: [{ message: '5 of [number]' }] },
    request: { url: 'https://a.example/cart', action: 'render' },
    breadcrumbs: { trail: [{ metadata: { status: 500, password: '[FILTERED]' } }] },
  });
  expect(noticeSchema.parse(JSON.parse(JSON.stringify(notice)))).toEqual(notice);
});
