// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OfficeLocale } from '../OfficeLocale.tsx';
import { DateField, type DateFieldProps } from './DateField.tsx';

// In happy-dom a collapsed selection reports a change each time, which collapses it again.
beforeEach(() => {
  vi.spyOn(Selection.prototype, 'collapse').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Stateful({ value: initial, onChange, ...props }: DateFieldProps) {
  const [value, setValue] = useState(initial);
  const change = (next: string): void => {
    setValue(next);
    onChange(next);
  };
  return (
    <OfficeLocale>
      <form aria-label="Form">
        <DateField {...props} value={value} onChange={change} />
      </form>
    </OfficeLocale>
  );
}

const field = (): HTMLElement => screen.getByRole('group', { name: /^Starts/ });
const shown = (): string =>
  [...field().querySelectorAll('.date-part')]
    .map(({ textContent }) => textContent)
    .join('')
    .replaceAll(/[\u2066-\u2069]/g, '');
const parts = (): HTMLElement[] => within(field()).getAllByRole('spinbutton');

/** Types into the part that has the focus, which moves on by itself. */
function typeText(text: string): void {
  for (const data of text) {
    const part = document.activeElement;
    if (part) fireEvent(part, new InputEvent('beforeinput', { data, inputType: 'insertText', bubbles: true, cancelable: true }));
  }
}

test('has the day before the month in a browser of any language, and sends an ISO date', () => {
  const onChange = vi.fn();
  render(<Stateful label="Starts" value="" onChange={onChange} />);
  expect([navigator.language, shown()]).toEqual(['en-US', 'dd/mm/yyyy']);

  act(() => parts()[0]?.focus());
  typeText('03122026');

  expect(onChange).toHaveBeenLastCalledWith('2026-12-03');
  expect(shown()).toBe('03/12/2026');
});

test('has a time if it is asked for, and is empty once every part is', () => {
  const onChange = vi.fn();
  render(<Stateful label="Starts" value="2026-12-03T14:05" hasTime onChange={onChange} />);
  expect(shown()).toBe('03/12/2026, 02:05\u202fpm');

  act(() => parts()[0]?.focus());
  typeText('04');
  expect(onChange).toHaveBeenLastCalledWith('2026-12-04T14:05');
  for (const part of parts()) for (let presses = 0; presses < 5; presses += 1) fireEvent.keyDown(part, { key: 'Backspace' });

  expect(onChange).toHaveBeenLastCalledWith('');
});

test('is a part of its form, and tells the form of a change', () => {
  const onInput = vi.fn();
  document.addEventListener('input', onInput);
  render(<Stateful label="Starts" name="day" value="2026-12-03" onChange={() => {}} />);

  act(() => parts()[0]?.focus());
  typeText('09');

  const form = screen.getByRole('form', { name: 'Form' });
  expect(form instanceof HTMLFormElement && new FormData(form).get('day')).toBe('2026-12-09');
  expect(onInput).toHaveBeenCalled();
  document.removeEventListener('input', onInput);
});

test('says what is wrong with it, and shows a value that is no date as empty', () => {
  render(<Stateful label="Starts" value="next week" error="Must be a day." onChange={() => {}} />);

  expect(shown()).toBe('dd/mm/yyyy');
  expect(parts()[0]?.getAttribute('aria-invalid')).toBe('true');
  expect(field().getAttribute('aria-describedby')).not.toBeNull();
  expect(screen.getByText('Must be a day.')).toBeDefined();
});
