/** Drives a screen by keys alone, and sees to it that the focus is where a person can see it. */
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Longest way by Tab to a control of a screen. */
const MAX_TABS = 100;

/** Role and name of the element that has the focus, as assistive technology reads them. */
async function readFocus(page: Page): Promise<string> {
  const focused = page.locator('*:focus');
  if ((await focused.count()) === 0) return '';
  const [line = ''] = (await focused.ariaSnapshot()).split('\n');
  // - button "Send 1 case" [disabled]: or, where YAML needs quotes, - 'link "To send: 1 order"':
  const [, role = '', name = ''] = /^- '?(\w+)(?: "((?:[^"\\]|\\.)*)")?/.exec(line) ?? [];
  return `${role} ${name.replaceAll('\\"', '"').replaceAll("''", "'")}`.trim();
}

/**
 * Returns what is wrong with how the focus is shown, or null: an element must have an outline, itself or the box that it is drawn as, and
 * nothing may lie on top of it.
 */
const findHiddenFocus = (): string | null => {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return 'nothing has the focus';
  const isOutlined = (element: Element): boolean => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  };
  const boxes: Element[] = [focused, ...focused.querySelectorAll(':scope > *')];
  for (let box = focused.parentElement, depth = 0; box && depth < 3; box = box.parentElement, depth += 1)
    boxes.push(box, ...box.querySelectorAll(':scope > *'));
  const isHighlighted = focused.hasAttribute('data-focused') && getComputedStyle(focused).backgroundColor !== 'rgba(0, 0, 0, 0)';
  if (!boxes.some(isOutlined) && !isHighlighted) return 'the focus has no outline';
  const { left, top, width, height } = focused.getBoundingClientRect();
  // Boxes of ticks and choices are drawn beside an input that nobody sees.
  if (width <= 1 || height <= 1) return null;
  const at = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
  if (at === null) return 'the focus is outside of the window';
  return focused.contains(at) || at.contains(focused) ? null : `the focus is below ${at.tagName.toLowerCase()}.${at.className}`;
};

export interface Keys {
  /** Presses keys, one after the other. */
  press(...keys: readonly string[]): Promise<void>;
  /** Types into what has the focus, in place of what stands there. */
  type(text: string): Promise<void>;
  /** Role and name of what has the focus: `button Send 1 case`. */
  focus(): Promise<string>;
  /** Presses Tab until a control has the focus, and fails if it is never reached or nobody can see it. */
  tabTo(control: string | RegExp, key?: 'Tab' | 'Shift+Tab'): Promise<void>;
  /** Fails unless a control gets the focus by itself. */
  expectFocus(control: string | RegExp): Promise<void>;
  /** Goes to a control and presses Enter. */
  activate(control: string | RegExp): Promise<void>;
  /** Goes to a field and types into it. */
  fill(control: string | RegExp, text: string): Promise<void>;
  /** Opens the command palette, types, and follows the first result of that name. */
  goTo(words: string, item: RegExp, heading: string | RegExp): Promise<void>;
}

const isSame = (focus: string, wanted: string | RegExp): boolean => (typeof wanted === 'string' ? focus === wanted : wanted.test(focus));

export function keysOf(page: Page): Keys {
  const { keyboard } = page;
  const expectVisible = async (): Promise<void> => {
    const focus = await readFocus(page);
    await expect.poll(() => page.evaluate(findHiddenFocus), { message: `the focus on “${focus}” is seen` }).toBeNull();
  };
  const keys: Keys = {
    async press(...pressed) {
      for (const key of pressed) await keyboard.press(key);
    },
    async type(text) {
      await keyboard.press('Control+a');
      await keyboard.type(text);
    },
    focus: () => readFocus(page),
    async tabTo(control, key = 'Tab') {
      const passed: string[] = [];
      for (let count = 0; count < MAX_TABS; count += 1) {
        const focus = await readFocus(page);
        if (isSame(focus, control)) return expectVisible();
        passed.push(focus);
        await keyboard.press(key);
      }
      throw new Error(`${key} does not lead to ${String(control)}, but to ${[...new Set(passed)].join(' | ')}`);
    },
    async expectFocus(control) {
      await expect
        .poll(
          async () => {
            const focus = await readFocus(page);
            return isSame(focus, control) ? '' : focus || 'nothing';
          },
          `the focus is on ${String(control)}`,
        )
        .toBe('');
      if (!(await readFocus(page)).startsWith('main')) await expectVisible();
    },
    async activate(control) {
      await keys.tabTo(control);
      await keyboard.press('Enter');
    },
    async fill(control, text) {
      await keys.tabTo(control);
      await keys.type(text);
    },
    async goTo(words, item, heading) {
      await keyboard.press('Control+k');
      // The palette has one field, whose caret shows the focus.
      await expect.poll(() => readFocus(page)).toMatch(/^searchbox/);
      await keyboard.type(words);
      const found = page.getByRole('dialog').getByRole('menuitem', { name: item }).first();
      await found.waitFor();
      for (let count = 0; count < 10 && (await found.getAttribute('data-focused')) === null; count += 1) await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    },
  };
  return keys;
}
