/** Supplier, reference, date and note of a delivery. Each field is saved when it is left. */
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { sheetMessages as text } from '#domains/selling/stock/messages/sheets.ts';
import { deliveryFields } from '#domains/selling/stock/model/stock-forms.ts';
import type { Sheet } from '#domains/selling/stock/sheets-contract.ts';
import { DateField } from '#ui/office/form/DateField.tsx';
import { TextField } from '#ui/office/form/fields.tsx';
import { toastFailed } from '#ui/office/office-toasts.ts';
import { sheetCalls } from './sheet-calls.ts';
import { errorsOf } from './stock-form.ts';

export interface DeliveryValues {
  readonly supplier: string;
  readonly reference: string;
  /** ISO date, or empty. */
  readonly day: string;
  readonly note: string;
}

interface FieldsProps {
  readonly values: DeliveryValues;
  readonly onChange: (values: DeliveryValues) => void;
  readonly onLeave?: () => void;
  readonly isReadOnly?: boolean;
  readonly errorOf: (field: keyof DeliveryValues) => string | null;
}

export const parseDelivery = (values: DeliveryValues) =>
  deliveryFields.safeParse({ ...values, day: values.day === '' ? null : values.day });

/** The fields of a delivery, in the dialog that begins it and on its screen. */
export function DeliveryFields({ values, onChange, onLeave, isReadOnly = false, errorOf }: FieldsProps) {
  const field = (name: keyof DeliveryValues) => ({
    label: text[name],
    value: values[name],
    onChange: (value: string) => onChange({ ...values, [name]: value }),
    error: errorOf(name),
    isReadOnly,
    ...(onLeave ? { onBlur: onLeave } : {}),
  });
  return (
    <>
      <div className="form-row">
        <TextField {...field('supplier')} maxLength={120} autoComplete="off" />
        <TextField {...field('reference')} maxLength={80} isOptional autoComplete="off" />
        <DateField {...field('day')} isOptional />
      </div>
      <TextField {...field('note')} maxLength={500} isOptional />
    </>
  );
}

const valuesOf = ({ supplier, reference, day, note }: Pick<Sheet, 'supplier' | 'reference' | 'day' | 'note'>): DeliveryValues => ({
  supplier,
  reference,
  day: day ?? '',
  note,
});

export function DeliveryHead({ sheet, isReadOnly }: { readonly sheet: Sheet; readonly isReadOnly: boolean }) {
  const revalidator = useRevalidator();
  const saved = valuesOf(sheet);
  const [values, setValues] = useState(saved);
  const [isDirty, setIsDirty] = useState(false);
  const parsed = parseDelivery(values);
  // A colleague's change is shown, unless the person is typing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for another version
  useEffect(() => {
    if (!isDirty) setValues(saved);
  }, [sheet.version, isDirty]);

  const save = async (): Promise<void> => {
    if (!isDirty || !parsed.success) return;
    const result = await sheetCalls.saveDelivery({ id: sheet.id, version: sheet.version, ...parsed.data });
    // A lost connection keeps what was typed; the next field that is left sends it again.
    if (result.ok || result.status !== 0) setIsDirty(false);
    if (!result.ok) toastFailed(result.title);
    await revalidator.revalidate();
  };
  return (
    <section className="panel" aria-label={text.head}>
      <div className="panel-body sheet-body form">
        <DeliveryFields
          values={values}
          onChange={(next) => {
            setValues(next);
            setIsDirty(true);
          }}
          onLeave={() => void save()}
          isReadOnly={isReadOnly}
          errorOf={errorsOf(parsed)}
        />
      </div>
    </section>
  );
}
