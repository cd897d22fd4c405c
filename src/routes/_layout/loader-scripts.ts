/** Scripts at the end of a page that pass the loader data to the router in the browser. */
import type { EntryContext } from 'react-router';
import { SCRIPT_MARK } from './marked-scripts.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** Quotes a text for a script. Uses single quotes, because loader data has many double quotes. */
export const quoted = (text: string): string =>
  `'${text.replace(/[\\'\n\r<>&\u2028\u2029]/g, (character) => ESCAPES[character] ?? character)}'`;

/** Returns the scripts of a page after all promises of its loaders have settled. */
export async function loaderScripts(serverHandoffStream: EntryContext['serverHandoffStream']): Promise<string> {
  if (!serverHandoffStream) return '';
  const controller = 'window.__reactRouterContext.streamController';
  const text = await new Response(serverHandoffStream).text();
  return `<script nonce="${SCRIPT_MARK}">${controller}.enqueue(${quoted(text)});${controller}.close();</script>`;
}
