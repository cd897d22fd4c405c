import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loaderScripts } from './loader-scripts.ts';
import { takeMarks } from './marked-scripts.ts';

/** Returns what the scripts of a page pass to the router. */
async function runScripts(text: string): Promise<{ scripts: string; sent: unknown[] }> {
  const { html: scripts } = takeMarks(await loaderScripts(new Blob([text]).stream()));
  const sent: unknown[] = [];
  const streamController = { enqueue: (chunk: unknown) => sent.push(chunk), close: () => sent.push('closed') };
  const code = scripts.slice('<script>'.length, -'</script>'.length) || '';
  new Function('window', code)({ __reactRouterContext: { streamController } });
  return { scripts, sent };
}

test('passes any text unchanged and never ends the script early', async () => {
  const hostile = fc.constantFrom("'", '"', '\\', '\n', '\r', '</script>', '<!--', '\u2028', '\u2029', '&', 'é', '🍷', '\\u003c');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(hostile, fc.string()), { maxLength: 8 }), async (pieces) => {
      const text = pieces.join('');
      const { scripts, sent } = await runScripts(text);
      expect(sent).toEqual([text, 'closed']);
      expect(scripts.slice('<script>'.length, -'</script>'.length)).not.toMatch(/[<>&]/);
    }),
  );
});

test('writes no scripts for a page without loader data', async () => {
  expect(await loaderScripts(undefined)).toBe('');
});
