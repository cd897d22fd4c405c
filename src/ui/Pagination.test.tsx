import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { Paging } from './Pagination.tsx';

const render = (page: number, pages: number) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <Paging page={page} pages={pages} addressOf={(number) => (number === 1 ? '/wines' : `/wines?page=${number}`)} />
    </MemoryRouter>,
  );

describe('pagination', () => {
  test('renders nothing for a single page', () => {
    expect(render(1, 1)).toBe('');
  });

  test('links the previous and the next page, and marks the current one', () => {
    const html = render(2, 3);

    expect(html).toMatch(/<a [^>]*href="\/wines"[^>]*rel="prev"|<a [^>]*rel="prev"[^>]*href="\/wines"/);
    expect(html).toMatch(/<a [^>]*href="\/wines\?page=3"[^>]*rel="next"|<a [^>]*rel="next"[^>]*href="\/wines\?page=3"/);
    expect(html.match(/aria-current="page"/g)).toHaveLength(1);
    expect(html).toMatch(/aria-label="Page 2" aria-current="page"|aria-current="page"[^>]*aria-label="Page 2"/);
  });

  test('has no link before the first and after the last page', () => {
    expect(render(1, 3)).not.toContain('rel="prev"');
    expect(render(3, 3)).not.toContain('rel="next"');
  });

  test('leaves out pages in the middle of a long list, hidden from assistive technology', () => {
    expect(render(1, 50)).toContain('<li aria-hidden="true">…</li>');
    expect(render(1, 50).match(/aria-label="Page \d+"/g)?.length).toBeLessThan(12);
  });
});
