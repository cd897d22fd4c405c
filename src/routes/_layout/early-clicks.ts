/**
 * Records clicks on buttons that do nothing before hydration: marks the button, which shows it as busy, and `useEarlyClick`
 * (src/ui/use-early-click.ts) repeats the click. It is an inline script, because it must run before any module.
 */
import { SCRIPT_MARK } from './marked-scripts.ts';

export const EARLY_CLICKS_CODE = `addEventListener('click',e=>{const b=e.target.closest?.('[data-early=""]');if(b){b.dataset.early='clicked';b.setAttribute('aria-busy','true')}},true)`;

const HEAD = '<head>';

/** Inserts the script in the head of a rendered page. */
export const withEarlyClicks = (html: string): string =>
  html.replace(HEAD, () => `${HEAD}<script nonce="${SCRIPT_MARK}">${EARLY_CLICKS_CODE}</script>`);
