/**
 * The default policy for Trusted Types: what may become markup or the address of a script in a page. The content security policy
 * demands it where no script of another company is loaded (docs/decisions/0081-content-security-policy.md). It is an inline
 * script, because it must run before any module, and because it would otherwise count among the first scripts of every visit.
 */
import { SCRIPT_MARK } from './marked-scripts.ts';

/**
 * Markup: the empty script by which React creates script elements that do not run, and text without any element, as React
 * writes JSON-LD. Addresses of scripts: those of this origin.
 */
export const TRUSTED_TYPES_CODE = `window.trustedTypes?.createPolicy('default',{createHTML:t=>t==='\\x3cscript>\\x3c/script>'||!t.includes('\\x3c')?t:'',createScriptURL:u=>URL.canParse(u,location.href)&&new URL(u,location.href).origin===location.origin?u:'about:blank'})`;

const HEAD = '<head>';

/** Puts the policy first into the head of a rendered page. */
export const withTrustedTypes = (html: string): string =>
  html.replace(HEAD, () => `${HEAD}<script nonce="${SCRIPT_MARK}">${TRUSTED_TYPES_CODE}</script>`);
