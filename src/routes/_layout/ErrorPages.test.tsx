import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import ErrorPages, { RenderError } from './ErrorPages.tsx';

const markup = (error: unknown) =>
  renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ id: 'root', path: '/', element: <RenderError error={error} /> }])} />);

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

describe('the page of an error', () => {
  const pageOf = (error: unknown) =>
    renderToStaticMarkup(
      <RouterProvider router={createMemoryRouter([{ id: 'root', path: '/', element: <ErrorPages error={error} /> }])} />,
    );
  const titleOf = (error: unknown) => /<h1[^>]*>(.*?)<\/h1>/.exec(pageOf(error))?.[1];
  const response = (status: number) => ({ status, statusText: '', internal: false, data: null });

  test('is the 404 page or the 500 page by the status of the response [CONT-11, CONT-12, CONT-39]', () => {
    expect(titleOf(response(404))).toBeTruthy();
    expect(titleOf(response(500))).toBeTruthy();
    expect(titleOf(response(404))).not.toBe(titleOf(response(500)));
  });

  test('says that a list is being prepared if the server has no index yet', () => {
    expect(titleOf(response(503))).toBe('We’re preparing this list');
    expect(pageOf(response(503))).toContain('Try again');
  });

  test('is the 500 page for an error of the server, whose message the browser does not get [CONT-39]', () => {
    expect(titleOf(new Error('Unexpected Server Error'))).toBe(titleOf(response(500)));
  });

  test('is empty and busy while missing page data is requested again [CONT-38]', () => {
    expect(pageOf(new TypeError('Failed to fetch'))).toContain('aria-busy="true"');
  });
});
