import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { CheckboxField, Choice, SelectField, TextAreaField, TextField } from './Field.tsx';

describe('a form field', () => {
  test('connects its label to a plain text input by default', () => {
    const html = renderToStaticMarkup(<TextField name="suburb" label="Suburb" />);

    expect(html).toContain('<label for="suburb">Suburb</label>');
    expect(html).toMatch(/<input [^>]*type="text"[^>]*id="suburb"[^>]*name="suburb"/);
    expect(html).not.toMatch(/aria-invalid|aria-describedby/);
  });

  test('describes the control by its error, then its hint', () => {
    const html = renderToStaticMarkup(<TextField name="phone" label="Phone" hint="10 digits" error="Enter a phone number" />);

    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('aria-describedby="phone-error phone-hint"');
    expect(html).toContain('id="phone-error">Enter a phone number</p>');
    expect(html).toContain('id="phone-hint">10 digits</p>');
  });

  test('announces an error of the server when it appears', () => {
    expect(renderToStaticMarkup(<TextField name="a" label="A" error="No" announcesError />)).toContain('role="alert"');
    expect(renderToStaticMarkup(<TextField name="a" label="A" error="No" />)).not.toContain('role="alert"');
  });

  test('is invalid and described by an error that concerns several fields', () => {
    const html = renderToStaticMarkup(<TextField name="postcode" label="Postcode" groupErrorId="locality-error" />);

    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('aria-describedby="locality-error"');
  });

  test('has its own id if a page shows two fields of one name', () => {
    const html = renderToStaticMarkup(<TextField name="email" id="friend-email" label="Email" />);

    expect(html).toContain('for="friend-email"');
    expect(html).toMatch(/id="friend-email"[^>]*name="email"/);
  });

  test('is a native select, a text area or a checkbox with its label', () => {
    const select = renderToStaticMarkup(
      <SelectField name="state" label="State" defaultValue="VIC">
        <option value="QLD">Queensland</option>
        <option value="VIC">Victoria</option>
      </SelectField>,
    );
    expect(select).toMatch(/<select [^>]*name="state"[^>]*>.*<option value="VIC" selected="">Victoria<\/option><\/select>/);
    expect(renderToStaticMarkup(<TextAreaField name="note" label="Note" />)).toMatch(/<textarea [^>]*name="note"/);
    expect(renderToStaticMarkup(<CheckboxField name="agreed" label="I agree" />)).toMatch(
      /<label [^>]*for="agreed">.*type="checkbox".*I agree/,
    );
  });

  test('has a unique id and sends nothing without a name', () => {
    const html = renderToStaticMarkup(
      <>
        <TextField label="One" />
        <TextField label="Two" />
      </>,
    );

    const [one, two] = [...html.matchAll(/<input [^>]*id="([^"]+)"/g)].map(([, id]) => id);
    expect(one).not.toBe(two);
    expect(html).toContain(`for="${one}"`);
    expect(html).not.toContain('name=');
  });

  test('has a button beside its control, above the error', () => {
    const html = renderToStaticMarkup(<TextField name="code" label="Code" error="Wrong" action={<button type="submit">Apply</button>} />);

    expect(html).toMatch(/<div class="field-row"><input [^>]*\/><button type="submit">Apply<\/button><\/div><p class="field-error"/);
  });

  test('keeps what else describes its control', () => {
    const html = renderToStaticMarkup(<TextField name="postcode" label="Postcode" error="No" aria-describedby="dates" />);

    expect(html).toContain('aria-describedby="postcode-error dates"');
  });

  test('is an option of a group with its label', () => {
    expect(renderToStaticMarkup(<Choice name="stock">In stock</Choice>)).toMatch(
      /<label[^>]*><input type="checkbox" name="stock"\/><span>In stock/,
    );
    expect(
      renderToStaticMarkup(
        <Choice type="radio" name="card" value="1">
          Visa
        </Choice>,
      ),
    ).toContain('type="radio"');
  });
});
