/**
 * Forms of the office: validated by a schema of the domain's `model/` while the person types after the first attempt, sent by a call,
 * with the server's errors beside their fields. The values stay whatever happens.
 */
import { type DefaultValue, useForm } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { startTransition, useEffect, useState } from 'react';
import type { z } from 'zod';
import { officeMessages } from '../messages.ts';

export interface FormFailure {
  readonly title: string;
  /** Name of the field that the server refused. Left out for the form as a whole. */
  readonly field?: string | undefined;
}

export interface OfficeFormOptions<Schema extends z.ZodObject> {
  readonly schema: Schema;
  readonly defaultValue?: DefaultValue<z.input<Schema>>;
  /** Sends the values. @returns null if it was done, else why not */
  readonly onSubmit: (value: z.output<Schema>) => Promise<FormFailure | null>;
}

/** Moves the focus to the first field with an error. */
function focusError(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"],[data-invalid] input,[role="alert"]')?.focus());
}

/** Returns what a form would send, as text. */
const valuesOf = (form: HTMLFormElement): string => JSON.stringify([...new FormData(form)]);

/** Returns true while a form has other values than when it was shown. The form library takes a single ticked box for a change. */
function useIsDirty(formId: string): boolean {
  const [isDirty, setIsDirty] = useState(false);
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const shown = valuesOf(form);
    const compare = (): void => setIsDirty(valuesOf(form) !== shown);
    // On the document, after React has taken the new value: a listener below it would render the old one.
    document.addEventListener('input', compare);
    document.addEventListener('change', compare);
    return () => {
      document.removeEventListener('input', compare);
      document.removeEventListener('change', compare);
    };
  }, [formId]);
  return isDirty;
}

/** The error of an empty field whose schema has none of its own: empty fields are left out of what is validated. */
const missingError: z.core.$ZodErrorMap = ({ code, input }) =>
  code === 'invalid_type' && input === undefined ? officeMessages.fillIn : undefined;

export function useOfficeForm<Schema extends z.ZodObject>({ schema, defaultValue, onSubmit }: OfficeFormOptions<Schema>) {
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<FormFailure | null>(null);
  const [form, fields] = useForm<z.input<Schema>, z.output<Schema>>({
    constraint: getZodConstraint(schema),
    ...(defaultValue === undefined ? {} : { defaultValue }),
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema, error: missingError }),
    onSubmit: (event, { submission }) => {
      event.preventDefault();
      if (submission?.status !== 'success') {
        focusError(event.currentTarget);
        return;
      }
      const target = event.currentTarget;
      setIsPending(true);
      setFailure(null);
      void onSubmit(submission.value)
        .then((refused) => {
          startTransition(() => setFailure(refused));
          if (refused) focusError(target);
        })
        .finally(() => setIsPending(false));
    },
  });
  const isDirty = useIsDirty(form.id);
  return {
    form: { id: form.id, onSubmit: form.onSubmit, noValidate: true, isDirty } as const,
    fields,
    isPending,
    /** Why the server refused the form as a whole. */
    error: failure !== null && failure.field === undefined ? failure.title : null,
    /** Returns the error of a field: of the schema, else of the server. */
    errorOf: (name: string, errors: readonly string[] | undefined): string | null =>
      errors?.[0] ?? (failure?.field === name ? failure.title : null),
    clearFailure: () => setFailure(null),
  };
}
