import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { CheckboxField, SelectField, TextAreaField, TextField } from './Field.tsx';
import { placeError, readField } from './form-errors.ts';

describe('a field', () => {
  test('connects the control to its label, error and hint', () => {
    const html = renderToStaticMarkup(<TextField name="phone" label="Phone" hint="With area code" error="Enter a phone number" />);

    expect(html).toContain('<label for="phone">Phone</label>');
    expect(html).toContain('aria-invalid="true" aria-describedby="phone-error phone-hint"');
    expect(html).toContain('<p class="field-error" id="phone-error">Enter a phone number</p>');
    expect(html).toContain('<p class="hint" id="phone-hint">With area code</p>');
  });

  test('has no error by default', () => {
    const html = renderToStaticMarkup(<TextField name="phone" label="Phone" error={null} />);

    expect(html).toBe(
      '<div class="field"><label for="phone">Phone</label><input class="input" type="text" id="phone" name="phone"/></div>',
    );
  });

  test('names the error of several fields as its description', () => {
    const html = renderToStaticMarkup(<TextField name="suburb" label="Suburb" groupErrorId="place-error" />);

    expect(html).toContain('class="field has-error"');
    expect(html).toContain('aria-describedby="place-error"');
  });

  test.each([TextField, TextAreaField, SelectField, CheckboxField])('keeps the id and announces its error (%#)', (AnyField) => {
    const html = renderToStaticMarkup(<AnyField id="own" name="code" label="Code" error="Wrong" announcesError isWide />);

    expect(html).toContain('class="field has-error span2"');
    for (const part of ['for="own"', ' id="own"', ' name="code"', 'aria-invalid="true" aria-describedby="own-error"'])
      expect(html).toContain(part);
    expect(html).toContain('id="own-error" role="alert"');
  });
});

describe('an error of the server', () => {
  const fieldOf = { phone_invalid: 'phone' } as const;

  test('is placed beside its field', () => {
    expect(placeError({ code: 'phone_invalid', message: 'No' }, fieldOf)).toEqual({ fields: { phone: 'No' }, form: null });
  });

  test.each(['unreachable', 'toString'])('without a field concerns the form (%s)', (code) => {
    expect(placeError({ code, message: 'No' }, fieldOf)).toEqual({ fields: {}, form: 'No' });
  });

  test('is absent after a success', () => {
    expect(placeError(null, fieldOf)).toEqual({ fields: {}, form: null });
  });
});

test('reads a field trimmed, and a password as typed', () => {
  const form = new FormData();
  form.set('name', ' Ada ');

  expect([readField(form, 'name'), readField(form, 'name', { trims: false }), readField(form, 'missing')]).toEqual(['Ada', ' Ada ', '']);
});
