import { useId } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { CachedFragment, HtmlMemoryContext } from '#ui/CachedFragment.tsx';
import { FragmentCache } from './fragment-cache.ts';

let rendered = 0;
function Words({ words, of }: { words: string; of: string }) {
  rendered += 1;
  return (
    <p>
      <b id={of}>{words}</b>
      <button type="button" aria-describedby={of} />
    </p>
  );
}

function Card({ of, words, variant = '' }: { of: object | string | null; words: string; variant?: string }) {
  const id = useId();
  return (
    <CachedFragment as="article" of={of} variant={variant} innerId={id} className="card" data-offer={words}>
      <Words words={words} of={id} />
    </CachedFragment>
  );
}

/** A page as the server sends it, and how many insides React rendered for it. */
function page(cards: readonly { of: object | string | null; words: string; variant?: string }[]): { html: string; count: number } {
  const keeper = new FragmentCache();
  rendered = 0;
  const html = renderToString(
    <HtmlMemoryContext value={keeper}>
      <main>
        {cards.map((card) => (
          <Card key={card.words} {...card} />
        ))}
      </main>
    </HtmlMemoryContext>,
  );
  return { html: keeper.learn(html), count: rendered };
}

/** The same page as a browser renders it: nothing is kept there. */
const inBrowser = (cards: Parameters<typeof page>[0]) =>
  renderToString(
    <main>
      {cards.map((card) => (
        <Card key={card.words} {...card} />
      ))}
    </main>,
  );

describe('HtmlKeeper', () => {
  test('a part is rendered once, and every page has the bytes that a browser would render, with its own ids', () => {
    const cards = ['a', 'b', 'c'].map((words) => ({ of: { words }, words }));
    const turned = [...cards].reverse();
    expect(page(cards)).toEqual({ html: inBrowser(cards), count: 3 });
    expect(page(cards)).toEqual({ html: inBrowser(cards), count: 0 });
    expect(page(turned)).toEqual({ html: inBrowser(turned), count: 0 });
  });

  test.each([
    { name: 'another object', first: { of: {}, words: 'a' }, second: { of: {}, words: 'b' } },
    { name: 'other words', first: { of: 'words 1', words: 'a' }, second: { of: 'words 2', words: 'b' } },
    { name: 'nothing that it is made of', first: { of: null, words: 'a' }, second: { of: null, words: 'b' } },
  ])('$name is rendered', ({ first, second }) => {
    page([first]);
    expect(page([second])).toEqual({ html: inBrowser([second]), count: 1 });
  });

  test('two variants of one object are two parts', () => {
    const of = {};
    const [plain, marked] = [
      { of, words: 'a', variant: 'plain' },
      { of, words: 'b', variant: 'marked' },
    ];
    expect(page([plain, marked]).html).toBe(inBrowser([plain, marked]));
    expect(page([marked, plain])).toEqual({ html: inBrowser([marked, plain]), count: 0 });
  });

  test('words that look like a mark stay words', () => {
    const cards = [{ of: {}, words: ' data-kept="x 0" </article> "_R_0_"' }];
    for (const _ of [1, 2]) expect(page(cards).html).toBe(inBrowser(cards));
  });

  test('of parts that are told by words only so many are kept', () => {
    const many = Array.from({ length: 1_001 }, (_, n) => ({ of: `bounded ${n}`, words: String(n) }));
    for (const card of many) page([card]);
    expect(page(many.slice(-1)).count).toBe(0);
    expect(page(many.slice(0, 1)).count).toBe(1);
  });
});
