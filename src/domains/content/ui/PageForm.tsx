import { type FormEvent, useMemo, useRef, useState } from 'react';
import { track } from '#domains/outbound/analytics/ui/track.ts';
import { fetchTransport, NetworkError } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { contentContract } from '../contract.ts';
import { formMessages } from '../messages.ts';
import type { FormBlock, FormField } from '../model/blocks.ts';
import { type EntryFault, type FormValues, readEntry, TICKED } from '../model/form-entry.ts';

const valuesOf = (form: HTMLFormElement): FormValues =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']));

const AUTOCOMPLETE: Readonly<Record<string, string>> = { name: 'name', email: 'email', phone: 'tel', postcode: 'postal-code' };

function Control({ field, id, describedBy }: { field: FormField; id: string; describedBy: string | undefined }) {
  const links = { id, name: field.name, 'aria-describedby': describedBy, 'aria-required': field.isRequired || undefined };
  switch (field.kind) {
    case 'long':
      return <textarea className="input" rows={6} {...links} />;
    case 'choice':
      return (
        <select className="select" defaultValue="" {...links}>
          <option value="">{formMessages.choose}</option>
          {field.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      );
    default:
      return (
        <input
          className="input"
          type={field.kind === 'email' ? 'email' : field.kind === 'phone' ? 'tel' : 'text'}
          autoComplete={AUTOCOMPLETE[field.name] ?? 'off'}
          {...links}
        />
      );
  }
}

function Field({ formId, field, fault }: { formId: string; field: FormField; fault: string | undefined }) {
  const id = `${formId}-${field.name}`;
  const described = [fault && `${id}-fault`, field.hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  const messages = (
    <>
      {fault && (
        <p className="field-error" id={`${id}-fault`}>
          {fault}
        </p>
      )}
      {field.hint && (
        <p className="help" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
    </>
  );
  if (field.kind === 'tick') {
    return (
      <div className={`field span2${fault ? ' has-error' : ''}`}>
        <label className="check" htmlFor={id}>
          <input type="checkbox" id={id} name={field.name} value={TICKED} aria-describedby={described} />
          <span>{field.label}</span>
        </label>
        {messages}
      </div>
    );
  }
  return (
    <div className={`field${field.kind === 'long' ? ' span2' : ''}${fault ? ' has-error' : ''}`}>
      <label htmlFor={id}>
        {field.label}
        {!field.isRequired && <span className="text-muted"> {formMessages.optional}</span>}
      </label>
      <Control field={field} id={id} describedBy={described} />
      {messages}
    </div>
  );
}

/** The form of a page. Shows errors beside their fields and keeps the input if sending fails. */
export default function PageForm({ form, path }: { form: FormBlock; path: string }) {
  const calls = useMemo(() => client(contentContract, fetchTransport()), []);
  const [faults, setFaults] = useState<readonly EntryFault[]>([]);
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open');
  const [error, setError] = useState<string | null>(null);
  const thanks = useRef<HTMLParagraphElement>(null);

  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const element = event.currentTarget;
    const values = valuesOf(element);
    const read = readEntry(form, values);
    setFaults(read.faults);
    setError(null);
    const [first] = read.faults;
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
        <Field key={field.name} formId={form.formId} field={field} fault={faults.find((fault) => fault.field === field.name)?.reason} />
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
