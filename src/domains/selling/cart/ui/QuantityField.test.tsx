// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { QuantityField, type QuantityFieldProps } from './QuantityField.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Renders a field with 2 of at most 3 cases and returns its controls. */
function renderField(props: Partial<QuantityFieldProps> = {}) {
  const onChange = vi.fn<(value: number) => void>();
  render(<QuantityField value={2} min={1} max={3} description="Old Block Shiraz" onChange={onChange} {...props} />);
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  return {
    onChange,
    input: screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Quantity' }),
    decrease: button('Decrease quantity'),
    increase: button('Increase quantity'),
  };
}

describe('the quantity field', () => {
  test('is one spin button named Quantity, described by the product [NAME-8, NAME-29]', () => {
    const { input, decrease, increase } = renderField();

    expect(screen.getAllByRole('spinbutton')).toEqual([input]);
    for (const control of [input, decrease, increase])
      expect(document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Old Block Shiraz');
  });

  test('decreases and increases by one', () => {
    const { onChange, decrease, increase } = renderField();

    fireEvent.click(decrease);
    fireEvent.click(increase);

    expect(onChange.mock.calls).toEqual([[1], [3]]);
  });

  test.each([
    { value: 1, disabled: [true, false] },
    { value: 3, disabled: [false, true] },
  ])('disables the button that would leave the range at $value', ({ value, disabled }) => {
    const { decrease, increase } = renderField({ value });

    expect([decrease.disabled, increase.disabled]).toEqual(disabled);
  });

  test('applies a typed number on Enter, on blur or after a pause, and only once', () => {
    const { onChange, input } = renderField();

    fireEvent.change(input, { target: { value: '12' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    fireEvent.blur(input);
    act(() => vi.advanceTimersByTime(1_000));
    expect(onChange.mock.calls).toEqual([[12]]);

    fireEvent.change(input, { target: { value: '7' } });
    fireEvent.blur(input);
    expect(onChange.mock.calls).toEqual([[12], [7]]);

    fireEvent.change(input, { target: { value: '8' } });
    act(() => vi.advanceTimersByTime(499));
    expect(onChange).toHaveBeenCalledTimes(2);
    act(() => vi.advanceTimersByTime(1));
    expect(onChange.mock.calls).toEqual([[12], [7], [8]]);
  });

  test('waits while the field is empty, and restores the quantity on blur', () => {
    const { onChange, input } = renderField();

    fireEvent.change(input, { target: { value: '' } });
    act(() => vi.advanceTimersByTime(5_000));
    expect(input.value).toBe('');

    fireEvent.blur(input);
    expect(input.value).toBe('2');
    expect(onChange).not.toHaveBeenCalled();
  });

  test.each([
    ['-4', 1],
    ['2.6', 3],
    ['123456', 9_999],
  ])('changes %s to %i', (typed, applied) => {
    const { onChange, input } = renderField();

    fireEvent.change(input, { target: { value: typed } });
    fireEvent.blur(input);

    expect(onChange.mock.calls).toEqual([[applied]]);
  });
});
