/** The scripts at the end of a page that give the router in the browser what the loaders answered. */
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

/** A text as a script may hold it. In single quotes: what the loaders answered is full of the others. */
export const quoted = (text: string): string =>
  `'${text.replace(/[\\'\n\r<>&\u2028\u2029]/g, (character) => ESCAPES[character] ?? character)}'`;

/** In: what the router gives of a page. Out: its scripts, once everything that the loaders promised is there. */
export async function loaderScripts(serverHandoffStream: EntryContext['serverHandoffStream']): Promise<string> {
  if (!serverHandoffStream) return '';
  const controller = 'window.__reactRouterContext.streamController';
  const text = await new Response(serverHandoffStream).text();
  return `<script nonce="${SCRIPT_MARK}">${controller}.enqueue(${quoted(text)});${controller}.close();</script>`;
}
