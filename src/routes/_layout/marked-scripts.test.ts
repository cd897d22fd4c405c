import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SCRIPT_MARK, takeMarks } from './marked-scripts.ts';

const MARK = `nonce="${SCRIPT_MARK}"`;

describe('marked scripts of a page', () => {
  test.each([
    { name: 'none', html: '<p>Shiraz</p>', scripts: [] },
    { name: 'one inline', html: `<script ${MARK}>go()</script>`, scripts: ['go()'] },
    { name: 'among other attributes', html: `<script type="module" ${MARK} async="">go()</script>`, scripts: ['go()'] },
    { name: 'with lines and spaces, as they are', html: `<script ${MARK}>\n go()\n</script>`, scripts: ['\n go()\n'] },
    { name: 'the same twice', html: `<script ${MARK}>a()</script><script ${MARK}>a()</script>`, scripts: ['a()'] },
    { name: 'two', html: `<script ${MARK}>a()</script><p></p><script ${MARK}>b()</script>`, scripts: ['a()', 'b()'] },
    { name: 'a file', html: `<script type="module" src="/assets/a.js" ${MARK}></script>`, scripts: [] },
    { name: 'an attribute that only ends like src', html: `<script data-src="/a.js" ${MARK}>go()</script>`, scripts: ['go()'] },
    { name: 'data, which does not run', html: `<script type="application/ld+json" ${MARK}>{}</script>`, scripts: [] },
    { name: 'speculation rules, which do', html: `<script type="speculationrules" ${MARK}>{}</script>`, scripts: ['{}'] },
    { name: 'a link', html: `<link rel="modulepreload" href="/a.js" ${MARK}/>`, scripts: [] },
    { name: 'an injected script', html: `<script>evil()</script><script ${MARK}>go()</script>`, scripts: ['go()'] },
    { name: 'an injected script with a guessed mark', html: '<script nonce="x">evil()</script>', scripts: [] },
    { name: 'an injected script around a marked one', html: `<script>evil();<script ${MARK}>go()</script>`, scripts: ['go()'] },
  ])('$name', ({ html, scripts }) => {
    const page = takeMarks(html);

    expect(page.scripts).toEqual(scripts);
    expect(page.html).toBe(html.replaceAll(` ${MARK}`, ''));
    expect(page.html).not.toContain(SCRIPT_MARK);
  });

  test('never includes injected markup, wherever it is', () => {
    const injected = fc.constantFrom(
      '<script>evil()</script>',
      '<script src=x>',
      '<script ',
      '</script>',
      '<!--',
      '"',
      "'",
      '>',
      '<svg onload=evil()>',
    );
    fc.assert(
      fc.property(fc.array(injected, { maxLength: 4 }), fc.array(injected, { maxLength: 4 }), (before, after) => {
        const html = `<body>${before.join('')}<script ${MARK}>go()</script>${after.join('')}</body>`;

        expect(takeMarks(html).scripts).toEqual(['go()']);
      }),
    );
  });
});
