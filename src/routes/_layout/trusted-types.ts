/**
 * Default policy for Trusted Types: which strings may become markup or script URLs. The content security policy requires it on
 * pages without third-party scripts (docs/decisions/0081-content-security-policy.md). It is an inline script, because it must run
 * before any module and must not add a request to the first load.
 */
import { SCRIPT_MARK } from './marked-scripts.ts';

/**
 * Allowed markup: the empty script with which React creates script elements that do not run, and text without elements, which
 * React writes for JSON-LD. Allowed script URLs: this origin.
 */
export const TRUSTED_TYPES_CODE = `window.trustedTypes?.createPolicy('default',{createHTML:t=>t==='\\x3cscript>\\x3c/script>'||!t.includes('\\x3c')?t:'',createScriptURL:u=>URL.canParse(u,location.href)&&new URL(u,location.href).origin===location.origin?u:'about:blank'})`;

const HEAD = '<head>';

/** Inserts the policy as the first element in the head of a rendered page. */
export const withTrustedTypes = (html: string): string =>
  html.replace(HEAD, () => `${HEAD}<script nonce="${SCRIPT_MARK}">${TRUSTED_TYPES_CODE}</script>`);
