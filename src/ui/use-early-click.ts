import { type RefObject, useEffect } from 'react';

/**
 * Repeats a click from before hydration on a button with the attribute `data-early=""`. The inline script of
 * src/routes/_layout/early-clicks.ts has recorded it and shows the button as busy.
 */
export function useEarlyClick(button: RefObject<HTMLButtonElement | null>, handleClick: () => void): void {
  // After every render, because the button can be a new element.
  useEffect(() => {
    const element = button.current;
    if (element?.dataset.early === '') delete element.dataset.early;
    if (element?.dataset.early !== 'clicked') return;
    element.dataset.early = 'repeated';
    handleClick();
  });
}

/** Shows a button as idle again after a click from before hydration. */
export function clearEarlyClick(button: HTMLButtonElement | null): void {
  button?.removeAttribute('aria-busy');
  delete button?.dataset.early;
}
