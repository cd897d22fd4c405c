/** Taps "Add to cart" on an offer as soon as the button is painted, for benchmarks. */
import type { Page } from '@playwright/test';
import { TOASTS } from '#domains/selling/cart/messages/store.ts';

const PATIENCE_MS = 20_000;

/** Times in ms. Infinity for what did not happen within 20 s: a tap before the page has its scripts can be lost. */
export interface FirstTap {
  /** From first contentful paint until the button was there. */
  readonly buttonMs: number;
  /** From the tap until the next paint with a changed button, a dialog or the number in the header. */
  readonly reactionMs: number;
  /** From the tap until the message that the server has added the offer. */
  readonly confirmationMs: number;
}

declare global {
  interface Window {
    firstTap: { at: number; reacted: number; confirmed: number };
  }
}

/** @param page an offer that is loading */
export async function tapAtFirstPaint(page: Page): Promise<FirstTap> {
  const spot = await page.waitForFunction(findButton, [TOASTS.added.text, TOASTS.addedLow.text]).then((handle) => handle.jsonValue());
  if (!spot) throw new Error('The offer has no button.');
  await page.touchscreen.tap(spot.x, spot.y);
  await page.waitForFunction(() => window.firstTap.confirmed > 0, null, { timeout: PATIENCE_MS }).catch(() => {});
  const { at, reacted, confirmed } = await page.evaluate(() => window.firstTap);
  const since = (time: number): number => (time > 0 ? time - at : Number.NaN);
  return { buttonMs: spot.buttonMs, reactionMs: since(reacted), confirmationMs: since(confirmed) };
}

/** Runs in the page: returns the middle of the button once it is painted, and observes what a tap changes. */
function findButton(messages: readonly string[]) {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const button = [...document.querySelectorAll('main button')].find((each) => each.textContent?.includes('Add to cart'));
  if (!paint || !button || button.getBoundingClientRect().width === 0) return null;
  button.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = button.getBoundingClientRect();
  const times = { at: 0, reacted: 0, confirmed: 0 };
  window.firstTap = times;
  const handleTap = ({ timeStamp }: PointerEvent): void => {
    times.at ||= timeStamp;
  };
  // Not the click, whose first listener is the page's own and changes the button before this one runs.
  addEventListener('pointerup', handleTap, { capture: true });
  const save = (name: 'reacted' | 'confirmed'): void => {
    requestAnimationFrame(() => {
      times[name] ||= performance.now();
    });
  };
  new MutationObserver((changes) => {
    if (times.at === 0) return;
    const isChanged = changes.some(({ target }) => button.contains(target)) || !button.isConnected;
    if (isChanged || document.querySelector('dialog[open], header .cart-link b')) save('reacted');
    const toasts = document.querySelector('.toasts')?.textContent ?? '';
    if (messages.some((message) => toasts.includes(message))) save('confirmed');
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  return { x: x + width / 2, y: y + height / 2, buttonMs: performance.now() - paint.startTime };
}
