/** Gives the focus a place when the element that had it is gone. */
import { type RefObject, useEffect } from 'react';

/** What a person can recognise as the place where they were. */
const PLACES = 'section[aria-label], section[aria-labelledby], [role="region"], [role="dialog"], [role="alertdialog"], main';

const isGone = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

/** Focuses an element that is no control, until the focus leaves it. */
function focusPlace(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) {
    const leave = (): void => {
      // A window that loses the focus keeps its focused element.
      if (document.activeElement === place) return;
      place.removeAttribute('tabindex');
      place.removeEventListener('blur', leave);
    };
    place.setAttribute('tabindex', '-1');
    place.addEventListener('blur', leave);
  }
  place.focus({ preventScroll: true });
}

/**
 * Moves the focus to the part of the screen around it when the focused control is removed or disabled: a button that is gone once it was
 * pressed, a row that was deleted. Without it the next key would go nowhere, and a screen reader would begin at the top of the page. A
 * control that lost the focus because the screen was inert for a moment gets it back.
 * @param main the screen, for when nothing else is left
 */
export function useLostFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | null = null;
    let around: HTMLElement[] = [];
    let frame = 0;
    /** True if a press beside every control took the focus away, which is meant. */
    let isReleased = false;
    const remember = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return;
      // The last place inside the screen also stands for a dialog that has closed.
      const places = [];
      for (let place = target.parentElement?.closest<HTMLElement>(PLACES); place; place = place.parentElement?.closest<HTMLElement>(PLACES))
        places.push(place);
      around = main.current?.contains(target) ? places : [...places, ...around.filter((place) => main.current?.contains(place))];
      last = target;
      isReleased = false;
    };
    const release = (): void => {
      isReleased = true;
    };
    const recover = (): void => {
      if (document.activeElement !== document.body || last === null) return;
      if (!isGone(last)) {
        if (isReleased) return;
        if (last instanceof HTMLElement) last.focus({ preventScroll: true });
        if (document.activeElement !== document.body) return;
      }
      const place = around.find((one) => one.isConnected) ?? main.current;
      // While a dialog is closing, the screen behind it may still be inert. The end of that is observed, and this is tried again.
      if (place) focusPlace(place);
    };
    const check = (): void => {
      if (document.activeElement !== document.body || last === null) return;
      cancelAnimationFrame(frame);
      // A dialog that closes gives the focus back to what opened it, a frame later.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(recover);
      });
    };
    const observer = new MutationObserver(check);
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'inert'] });
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', release, true);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', release, true);
      cancelAnimationFrame(frame);
    };
  }, [main]);
}
