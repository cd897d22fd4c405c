import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { RenderFault } from './ErrorPages.tsx';

const markup = (error: unknown) =>
  renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ id: 'root', path: '/', element: <RenderFault error={error} /> }])} />);

describe('RenderFault [CONT-12, ERR-7]', () => {
  test('shows the title, the error message and its location', () => {
    const error = new Error('The wheel came off');
    error.stack = 'Error: The wheel came off\n    at AromaWheel (wheel.js:1:2)';
    const html = markup(error);
    expect(html).toContain('>An Error Occurred</h1>');
    expect(html).toContain('<p role="alert">The wheel came off</p>');
    expect(html).toContain('at AromaWheel (wheel.js:1:2)');
    expect(html.match(/The wheel came off/g)).toHaveLength(1);
  });

  test('handles thrown values that are not errors', () => {
    expect(markup('<b>no</b>')).toContain('&lt;b&gt;no&lt;/b&gt;');
    expect(markup(undefined)).toContain('undefined');
  });
});
