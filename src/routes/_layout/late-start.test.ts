// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { LATE_START_CODE, withLateStart } from './late-start.ts';

const LINK = '<link rel="modulepreload" href="/a.js"/>';
const ENTRY = '<script nonce="x" type="module" async="">import "/a.js";import("/b.js");</script>';

let handlePaint: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: () => void) {
        handlePaint = callback;
      }
      observe() {}
    },
  );
});

/** Runs the script of a served page. @returns the number of module preloads that the browser sees */
function serve(): () => number {
  document.body.innerHTML = withLateStart(LINK + ENTRY);
  const script = document.querySelector('body > script');
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script as HTMLScriptElement);
  new Function(LATE_START_CODE)();
  return () => document.querySelectorAll('link').length;
}

test('keeps the scripts of a page in a template, behind which it writes the script that starts them', () => {
  const html = withLateStart(`<head>${LINK}<title>a</title></head><body><p>b</p>${ENTRY}</body>`);
  expect(html).toMatch(/^<head><title>a<\/title><\/head><body><p>b<\/p><template>.*<\/template><script nonce="[^"]+">\{.*<\/body>$/);
  expect(html).toContain(`<template>${LINK}${ENTRY}</template>`);
});

test('changes no page without scripts', () => {
  expect(withLateStart('<head></head><body></body>')).toBe('<head></head><body></body>');
});

test('starts the scripts once, after the first paint', () => {
  const started = serve();
  expect(started()).toBe(0);

  handlePaint();
  expect([started(), document.querySelector('template')]).toEqual([1, null]);

  handlePaint();
  vi.runAllTimers();
  expect(started()).toBe(1);
});

test('starts the scripts without a paint after a while, and in a hidden page at once', () => {
  const started = serve();
  vi.runAllTimers();
  expect(started()).toBe(1);

  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  expect(serve()()).toBe(1);
});
