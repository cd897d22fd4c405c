import { type FormEvent, useMemo, useRef, useState } from 'react';
import { track } from '#domains/outbound/analytics/ui/track.ts';
import { fetchTransport, NetworkError } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { CheckboxField, SelectField, TextAreaField, TextField } from '#ui/form/Field.tsx';
import { contentContract } from '../contract.ts';
import { formMessages } from '../messages.ts';
import type { FormBlock, FormField } from '../model/blocks.ts';
import { type EntryError, type FormValues, readEntry, TICKED } from '../model/form-entry.ts';
import './PageForm.css';

const valuesOf = (form: HTMLFormElement): FormValues =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']));

const AUTOCOMPLETE: Readonly<Record<string, string>> = { name: 'name', email: 'email', phone: 'tel', postcode: 'postal-code' };

function PageFormField({ formId, field, error }: { formId: string; field: FormField; error: string | undefined }) {
  const { name, label, hint, kind, isRequired } = field;
  const fieldProps = { id: `${formId}-${name}`, name, hint, error: error };
  if (kind === 'tick') return <CheckboxField {...fieldProps} label={label} value={TICKED} isWide />;
  const control = {
    ...fieldProps,
    label: isRequired ? (
      label
    ) : (
      <>
        {label}
        <span className="text-muted"> {formMessages.optional}</span>
      </>
    ),
    'aria-required': isRequired || undefined,
  };
  switch (kind) {
    case 'long':
      return <TextAreaField {...control} rows={6} isWide />;
    case 'choice':
      return (
        <SelectField {...control} defaultValue="">
          <option value="">{formMessages.choose}</option>
          {field.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </SelectField>
      );
    default:
      return (
        <TextField
          {...control}
          type={kind === 'email' ? 'email' : kind === 'phone' ? 'tel' : 'text'}
          autoComplete={AUTOCOMPLETE[name] ?? 'off'}
        />
      );
  }
}

/** Shows the form of a page. Displays errors next to their fields and keeps the input if sending fails. */
export default function PageForm({ form, path }: { form: FormBlock; path: string }) {
  const calls = useMemo(() => client(contentContract, fetchTransport()), []);
  const [errors, setErrors] = useState<readonly EntryError[]>([]);
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open');
  const [error, setError] = useState<string | null>(null);
  const thanks = useRef<HTMLParagraphElement>(null);

  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const element = event.currentTarget;
    const values = valuesOf(element);
    const read = readEntry(form, values);
    setErrors(read.errors);
    setError(null);
    const [first] = read.errors;
    if (first) {
      element.querySelector<HTMLElement>(`[name="${first.field}"]`)?.focus();
      return;
    }
    setState('sending');
    try {
      const response = await calls.sendForm({ path, formId: form.formId, values });
      if (!response.ok) {
        setState('open');
        setError(response.title);
        track('Form Failed', { form_id: form.formId, return_to: path, reason: response.code });
        return;
      }
      setState('sent');
      track('Form Submitted', { form_id: form.formId, return_to: path });
      requestAnimationFrame(() => thanks.current?.focus());
    } catch (failure) {
      if (!(failure instanceof NetworkError)) throw failure;
      setState('open');
      setError(formMessages.unreachable);
    }
  };

  if (state === 'sent') {
    return (
      <p className="form-thanks" ref={thanks} tabIndex={-1} role="status">
        {form.thanks}
      </p>
    );
  }
  return (
    <form className="page-form" noValidate onSubmit={(event) => void send(event)}>
      {form.fields.map((field) => (
        <PageFormField
          key={field.name}
          formId={form.formId}
          field={field}
          error={errors.find((error) => error.field === field.name)?.reason}
        />
      ))}
      <div className="span2">
        <p className="field-error" role="alert">
          {error}
        </p>
        <button className="button button-primary" type="submit" disabled={state === 'sending'}>
          {state === 'sending' ? formMessages.sending : form.button}
        </button>
      </div>
    </form>
  );
}
