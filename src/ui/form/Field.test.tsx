// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { CheckboxField, Choice, SelectField, TextAreaField, TextField } from './Field.tsx';

afterEach(cleanup);

/** Returns the texts that describe a control to assistive technology, in their order. */
const descriptionsOf = (control: HTMLElement): (string | null | undefined)[] =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent);

describe('a form field', () => {
  test('connects its label to a plain text input by default [NAME-24]', () => {
    const { container } = render(<TextField name="suburb" label="Suburb" error={null} />);

    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Suburb' });
    expect([input.tagName, input.type, input.id, input.name]).toEqual(['INPUT', 'text', 'suburb', 'suburb']);
    expect(screen.getByText('Suburb').tagName).toBe('LABEL');
    expect([input.hasAttribute('aria-invalid'), input.hasAttribute('aria-describedby')]).toEqual([false, false]);
    expect(container.querySelectorAll('p')).toHaveLength(0);
  });

  test('describes the control by its error, then its hint', () => {
    render(<TextField name="phone" label="Phone" hint="10 digits" error="Enter a phone number" />);

    const input = screen.getByRole('textbox', { name: 'Phone' });
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(descriptionsOf(input)).toEqual(['Enter a phone number', '10 digits']);
  });

  test('shows an error that arrives later, and removes it', () => {
    const { rerender } = render(<TextField name="phone" label="Phone" defaultValue="1" announcesError />);
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' });

    rerender(<TextField name="phone" label="Phone" defaultValue="1" announcesError error="Too short" />);
    expect(screen.getByRole('alert').textContent).toBe('Too short');
    expect(descriptionsOf(input)).toEqual(['Too short']);

    rerender(<TextField name="phone" label="Phone" defaultValue="1" announcesError />);
    expect(screen.queryByRole('alert')).toBeNull();
    expect([input.hasAttribute('aria-invalid'), input.value]).toEqual([false, '1']);
  });

  test('does not announce an error of a form with an error summary', () => {
    render(<TextField name="phone" label="Phone" error="Too short" />);

    expect(screen.getByText('Too short').id).toBe('phone-error');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('is invalid and described by an error that concerns several fields', () => {
    const { container } = render(<TextField name="postcode" label="Postcode" groupErrorId="locality-error" />);

    const input = screen.getByRole('textbox', { name: 'Postcode' });
    expect([input.getAttribute('aria-invalid'), input.getAttribute('aria-describedby')]).toEqual(['true', 'locality-error']);
    expect(container.firstElementChild?.className).toBe('field has-error');
  });

  test.each([
    { Field: TextField, role: 'textbox', tag: 'INPUT' },
    { Field: TextAreaField, role: 'textbox', tag: 'TEXTAREA' },
    { Field: SelectField, role: 'combobox', tag: 'SELECT' },
    { Field: CheckboxField, role: 'checkbox', tag: 'INPUT' },
  ])('is a native $role ($tag) with its own id, name, label, width and error', ({ Field, role, tag }) => {
    const { container } = render(<Field id="own" name="code" label="Code" error="Wrong" announcesError isWide />);

    const control = screen.getByRole<HTMLInputElement>(role, { name: 'Code' });
    expect([control.tagName, control.id, control.name]).toEqual([tag, 'own', 'code']);
    expect([control.getAttribute('aria-invalid'), descriptionsOf(control)]).toEqual(['true', ['Wrong']]);
    expect(screen.getByRole('alert').id).toBe('own-error');
    expect(container.firstElementChild?.className).toBe('field has-error span2');
  });

  test('selects the default value of a native select', () => {
    render(
      <SelectField name="state" label="State" defaultValue="VIC">
        <option value="QLD">Queensland</option>
        <option value="VIC">Victoria</option>
      </SelectField>,
    );

    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'State' }).value).toBe('VIC');
  });

  test('has a unique id and sends nothing without a name', () => {
    render(
      <>
        <TextField label="One" />
        <TextField label="Two" />
      </>,
    );

    const controls = ['One', 'Two'].map((name) => screen.getByRole<HTMLInputElement>('textbox', { name }));
    expect(new Set(controls.map(({ id }) => id)).size).toBe(2);
    expect(controls.map(({ name }) => name)).toEqual(['', '']);
  });

  test('has a button beside its control, above the error', () => {
    render(<TextField name="code" label="Code" error="Wrong" action={<button type="submit">Apply</button>} />);

    const row = screen.getByRole('button', { name: 'Apply' }).parentElement;
    expect(row?.className).toBe('field-row');
    expect(row?.firstElementChild).toBe(screen.getByRole('textbox', { name: 'Code' }));
    expect(row?.nextElementSibling).toBe(screen.getByText('Wrong'));
  });

  test('keeps what else describes its control', () => {
    render(<TextField name="postcode" label="Postcode" error="No" aria-describedby="dates" />);

    expect(screen.getByRole('textbox').getAttribute('aria-describedby')).toBe('postcode-error dates');
  });

  test('is an option of a group with its label', () => {
    render(
      <>
        <Choice name="stock">In stock</Choice>
        <Choice type="radio" name="card" value="1">
          Visa
        </Choice>
      </>,
    );

    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'In stock' }).name).toBe('stock');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Visa' }).value).toBe('1');
  });
});
