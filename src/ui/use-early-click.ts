import { type RefObject, useEffect } from 'react';

/** Selects the buttons that were clicked before hydration. */
export const CLICKED_EARLY = '[data-early="clicked"]';

/**
 * Repeats a click from before hydration on a button with the attribute `data-early=""`. The inline script of
 * src/routes/_layout/early-clicks.ts has recorded it and shows the button as busy until then.
 */
export function useEarlyClick(button: RefObject<HTMLButtonElement | null>, handleClick: () => void): void {
  // After every render, because the button can be a new element.
  useEffect(() => {
    const element = button.current;
    if (element?.dataset.early === undefined) return;
    const wasClicked = element.dataset.early === 'clicked';
    delete element.dataset.early;
    if (!wasClicked) return;
    element.removeAttribute('aria-busy');
    handleClick();
  });
}
