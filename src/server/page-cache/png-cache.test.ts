import { expect, test } from 'vitest';
import { pngCache } from './png-cache.ts';

function rendering() {
  const made: string[] = [];
  let running = 0;
  let most = 0;
  const render = async (svg: Buffer) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 2));
    running -= 1;
    made.push(String(svg));
    if (String(svg) === 'bad') throw new Error('not a drawing');
    return Buffer.alloc(10);
  };
  return { render, made, most: () => most };
}

test('renders a drawing once for concurrent requests, and one drawing at a time', async () => {
  const { render, made, most } = rendering();
  const pngOf = pngCache(render, 1_000);

  await Promise.all(['a', 'b', 'a', 'a', 'b'].map((key) => pngOf(key, Buffer.from(key))));
  await pngOf('a', Buffer.from('a'));

  expect([made, most()]).toEqual([['a', 'b'], 1]);
});

test('evicts the least recently used drawing above its limit', async () => {
  const { render, made } = rendering();
  const pngOf = pngCache(render, 20);

  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await pngOf(key, Buffer.from(key));

  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

test('caches nothing if rendering fails, and renders the next drawing', async () => {
  const { render, made } = rendering();
  const pngOf = pngCache(render, 20);

  await expect(pngOf('x', Buffer.from('bad'))).rejects.toThrow('not a drawing');
  await expect(pngOf('x', Buffer.from('bad'))).rejects.toThrow('not a drawing');
  await pngOf('y', Buffer.from('y'));

  expect(made).toEqual(['bad', 'bad', 'y']);
});
