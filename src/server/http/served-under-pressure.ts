/** What a process serves while its event loop is too busy for pages and calls. */
import { PROBE_PATH } from './serve-probes.ts';

/**
 * Returns true for a path that is always served: files, because they are cheap, and a page without its scripts is worse than a slow one;
 * probes, because a busy process must not be taken out or restarted; and what payment gateways, carriers and mail services report.
 */
export const isServedUnderPressure = (url: string): boolean =>
  url.startsWith('/assets/') || url.startsWith('/webhooks/') || PROBE_PATH.test(url);
