/** Records interactions and layout shifts in a page, for benchmarks. */
import type { CDPSession, Page } from '@playwright/test';

/** Network of Lighthouse's "slow 4G" where it is applied and not simulated: 1.6 Mbit/s down, 750 kbit/s up and 150 ms, with overhead. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: (1_474.56 * 1_024) / 8, uploadThroughput: (675 * 1_024) / 8 };

declare global {
  interface Window {
    /** Durations in ms of the interactions since the last call of `measureInteraction`. */
    interactionDurations: number[];
    layoutShifts: { readonly at: number; readonly score: number }[];
  }
}

/** Slows a page down: its processor by a factor, and its network if `isSlow4G`. */
export async function throttle(page: Page, factor: number, isSlow4G = false): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: factor });
  if (isSlow4G) await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  return devtools;
}

/** Observes a page from its first script on. */
export async function observe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.interactionDurations = [];
    window.layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry instanceof PerformanceEventTiming && entry.interactionId) window.interactionDurations.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
          window.layoutShifts.push({ at: entry.startTime, score: Number(entry.value) });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/**
 * Runs an interaction and waits until its entries have been reported.
 * @returns the duration of the longest event in ms, from input to next paint; 0 if each took less than 16 ms
 */
export async function measureInteraction(page: Page, interact: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    window.interactionDurations = [];
  });
  await interact();
  await page.waitForTimeout(1_500);
  return page.evaluate(() => Math.max(0, ...window.interactionDurations));
}

/** Returns the cumulative layout shift: the largest sum within a session of at most 5 s with gaps below 1 s. */
export async function layoutShift(page: Page): Promise<number> {
  const shifts = await page.evaluate(() => window.layoutShifts);
  let [worst, sum, first, last] = [0, 0, 0, 0];
  for (const { at, score } of shifts) {
    const isSame = sum > 0 && at - last < 1_000 && at - first < 5_000;
    if (!isSame) [sum, first] = [0, at];
    sum += score;
    last = at;
    worst = Math.max(worst, sum);
  }
  return worst;
}
