/** A moment, typed in the time zone of the market. */
import { publishMessages } from '#domains/content/messages/office.ts';
import { fieldText } from '#domains/content/messages/office-fields.ts';
import { instantInZone, localTimeIn } from '#markets/market-day.ts';
import { DateField } from '#ui/office/form/DateField.tsx';
import { type FieldProps, issueAt } from '#ui/office/form/field-context.ts';

export function TimeField({ path, value, onChange, context }: FieldProps) {
  const { label, hint } = fieldText(path);
  const { timeZone } = context;
  const shown = typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? localTimeIn(timeZone, new Date(value)) : '';
  const isEmptyAllowed = path.length === 1;
  return (
    <DateField
      label={label}
      hint={[hint, publishMessages.timeZone(timeZone)].filter(Boolean).join('. ')}
      hasTime
      value={shown}
      isReadOnly={context.isReadOnly}
      isOptional={isEmptyAllowed}
      error={issueAt(context, path)}
      onChange={(typed) => onChange(instantInZone(timeZone, typed)?.toISOString() ?? (isEmptyAllowed ? null : ''))}
    />
  );
}
