// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import Toasts from './Toasts.tsx';
import { dismissToast, showToast, type Toast, toastList } from './toast-store.ts';

/** Width of a toast in px, which only a browser calculates. */
const WIDTH_PX = 300;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(WIDTH_PX);
  // happy-dom has no popovers.
  HTMLElement.prototype.showPopover = () => {};
  render(<Toasts />);
});
afterEach(() => {
  act(() => {
    for (const { id } of toastList.current()) dismissToast(id);
  });
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Shows a toast and returns its list item. */
function addToast(changes: Partial<Toast> = {}): HTMLElement {
  act(() => void showToast({ title: 'Hurry!', text: 'Selling FAST!', tone: 'good', ...changes }));
  const item = screen.getByText(changes.title ?? 'Hurry!').closest('li');
  if (!item) throw new Error('there is no toast');
  return item;
}
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('a toast', () => {
  test('is announced, an error at once', () => {
    addToast();
    addToast({ title: 'Uh-oh!', tone: 'bad' });

    expect(screen.getByRole('status').textContent).toBe('Hurry!Selling FAST!');
    expect(screen.getByRole('alert').textContent).toBe('Uh-oh!Selling FAST!');
  });

  test('closes after five seconds [CART-73]', () => {
    const toast = addToast();

    wait(4_999);
    expect(toast.isConnected).toBe(true);
    wait(1);
    expect(toast.isConnected).toBe(false);
  });

  test.each([
    { input: 'pointer', begin: fireEvent.pointerEnter, end: fireEvent.pointerLeave },
    { input: 'focus', begin: fireEvent.focus, end: fireEvent.blur },
  ])('does not count the time under $input', ({ begin, end }) => {
    const toast = addToast();

    wait(4_000);
    begin(toast);
    wait(60_000);
    end(toast);
    wait(999);
    expect(toast.isConnected).toBe(true);
    wait(1);
    expect(toast.isConnected).toBe(false);
  });

  test.each([
    { share: 0.79, isDismissed: false },
    { share: -0.8, isDismissed: true },
  ])('dragged by $share of its width is dismissed: $isDismissed [CART-74]', ({ share, isDismissed }) => {
    const toast = addToast();

    fireEvent.pointerDown(toast, { button: 0, clientX: 400, pointerId: 1 });
    fireEvent.pointerMove(toast, { clientX: 400 + share * WIDTH_PX, pointerId: 1 });
    fireEvent.pointerUp(toast, { pointerId: 1 });

    expect(toast.isConnected).toBe(!isDismissed);
  });

  test('runs its action once and closes', () => {
    const run = vi.fn();
    const toast = addToast({ action: { label: 'Put it back', run } });

    fireEvent.click(screen.getByRole('button', { name: 'Put it back' }));

    expect(run).toHaveBeenCalledOnce();
    expect(toast.isConnected).toBe(false);
  });
});
