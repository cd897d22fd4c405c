/**
 * Starts the scripts of a page after its first paint, so that they do not share the connection and the processor with it
 * (docs/decisions/0137-scripts-after-the-first-paint.md). The module preloads and the entry are in a template, which browsers neither
 * fetch nor run, and an inline script puts them in its place. Hydration then finds the elements that it expects.
 */
import { SCRIPT_MARK } from './marked-scripts.ts';

/** Time after which the scripts start without a paint, for example if a page was hidden before it, ms. */
const LATEST_MS = 2_000;

/** A hidden page, such as a tab in the background, is not painted and starts at once. */
export const LATE_START_CODE = `{const t=document.currentScript.previousSibling,s=()=>t.replaceWith(t.content);document.hidden?s():new PerformanceObserver(s).observe({type:'paint',buffered:true});setTimeout(s,${LATEST_MS})}`;

const PRELOADS = /<link rel="modulepreload"[^<>]*>/g;
const ENTRY = /<script (?:nonce="[^"]*" )?type="module"[^<>]*>[^<]*<\/script>/;

/** Moves the module preloads and the entry of a rendered page into a template and inserts the script that starts them. */
export function withLateStart(html: string): string {
  if (!ENTRY.test(html)) return html;
  const preloads = html.match(PRELOADS)?.join('') ?? '';
  return html
    .replace(PRELOADS, '')
    .replace(ENTRY, (entry) => `<template>${preloads}${entry}</template><script nonce="${SCRIPT_MARK}">${LATE_START_CODE}</script>`);
}
