import { expect, test } from 'vitest';
import { withRequestOrder } from './request-order.ts';

test('requests the style sheet of a page first', () => {
  const page = `<html><head><link rel="modulepreload" href="/a.js"/><link nonce="x" rel="stylesheet" href="/a.css#"/><noscript><link rel="stylesheet" href="/b.css"/></noscript></head></html>`;
  expect(withRequestOrder(page)).toBe(
    `<html><head><link rel="preload" as="style" href="/a.css" fetchpriority="high"/><link rel="modulepreload" href="/a.js"/><link nonce="x" rel="stylesheet" href="/a.css#"/><noscript><link rel="stylesheet" href="/b.css"/></noscript></head></html>`,
  );
});

test('changes no page without a style sheet', () => {
  expect(withRequestOrder('<html><head></head></html>')).toBe('<html><head></head></html>');
});
