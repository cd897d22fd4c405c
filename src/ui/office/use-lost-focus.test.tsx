// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useLostFocus } from './use-lost-focus.ts';

afterEach(cleanup);

function Screen({ hasPanel = true }: { readonly hasPanel?: boolean }) {
  const main = useRef<HTMLElement>(null);
  const [isDone, setIsDone] = useState(false);
  useLostFocus(main);
  const action = !isDone && (
    <button type="button" onClick={() => setIsDone(true)}>
      Send
    </button>
  );
  return (
    <main ref={main} tabIndex={-1}>
      {hasPanel ? <section aria-label="Shipments">{action}</section> : action}
    </main>
  );
}

async function pressSend(): Promise<void> {
  const send = screen.getByRole('button', { name: 'Send' });
  await act(async () => {
    send.focus();
    send.click();
  });
}

test('gives the focus to the part of the screen whose button is gone', async () => {
  render(<Screen />);

  await pressSend();

  await expect.poll(() => document.activeElement).toBe(screen.getByRole('region', { name: 'Shipments' }));
  act(() => screen.getByRole('region', { name: 'Shipments' }).blur());
  expect(screen.getByRole('region', { name: 'Shipments' }).hasAttribute('tabindex')).toBe(false);
});

test('gives the focus to the screen where no part is around the button', async () => {
  render(<Screen hasPanel={false} />);

  await pressSend();

  await expect.poll(() => document.activeElement).toBe(screen.getByRole('main'));
  expect(screen.getByRole('main').getAttribute('tabindex')).toBe('-1');
});

test('gives it once the screen is no longer inert, as it is while a dialog closes', async () => {
  render(<Screen />);
  const panel = screen.getByRole('region', { name: 'Shipments' });
  const send = screen.getByRole('button', { name: 'Send' });
  await act(async () => {
    send.focus();
    screen.getByRole('main').setAttribute('inert', '');
    send.click();
  });
  await expect.poll(() => panel.hasAttribute('tabindex')).toBe(true);
  expect(document.activeElement).toBe(document.body);

  screen.getByRole('main').removeAttribute('inert');

  await expect.poll(() => document.activeElement).toBe(panel);
});

/** Makes the screen inert for a moment, at which browsers take the focus away. */
async function makeInert(focused: HTMLElement): Promise<void> {
  await act(async () => {
    focused.focus();
    screen.getByRole('main').setAttribute('inert', '');
    focused.blur();
  });
  screen.getByRole('main').removeAttribute('inert');
}

test('gives it back to a control that lost it because the screen was inert for a moment', async () => {
  render(<Screen />);
  const send = screen.getByRole('button', { name: 'Send' });

  await makeInert(send);

  await expect.poll(() => document.activeElement).toBe(send);
});

test('gives it back to a part of the screen that lost it for a moment', async () => {
  render(<Screen />);
  await pressSend();
  const panel = screen.getByRole('region', { name: 'Shipments' });
  await expect.poll(() => document.activeElement).toBe(panel);

  await makeInert(panel);

  await expect.poll(() => document.activeElement).not.toBe(document.body);
});

test('leaves it where a press beside every control took it', async () => {
  render(<Screen />);
  const send = screen.getByRole('button', { name: 'Send' });
  send.focus();
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  send.blur();

  screen.getByRole('main').setAttribute('inert', '');
  screen.getByRole('main').removeAttribute('inert');
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));

  expect(document.activeElement).toBe(document.body);
});

test('keeps the focus there while the window has none', async () => {
  render(<Screen />);
  await pressSend();
  const panel = screen.getByRole('region', { name: 'Shipments' });
  await expect.poll(() => document.activeElement).toBe(panel);

  panel.dispatchEvent(new Event('blur'));

  expect(panel.hasAttribute('tabindex')).toBe(true);
});
