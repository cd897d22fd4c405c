import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { fillMessage } from './fill-message.tsx';

test('puts nodes in place of the placeholders of a message', () => {
  const html = renderToStaticMarkup(
    <p>{fillMessage('See {link} or {call}.', { call: <b>call us</b>, link: <a href="/faq">the questions</a> })}</p>,
  );

  expect(html).toBe('<p>See <a href="/faq">the questions</a> or <b>call us</b>.</p>');
});

test('leaves unknown placeholders and plain messages as they are', () => {
  expect(renderToStaticMarkup(<p>{fillMessage('Nothing {here}', {})}</p>)).toBe('<p>Nothing {here}</p>');
});
