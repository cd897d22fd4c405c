/** Dates and moments, typed part by part in the order of the office's locale, or chosen in a calendar. */
import { type CalendarDate, type CalendarDateTime, parseDate, parseDateTime } from '@internationalized/date';
import { useEffect, useMemo, useRef } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Popover,
} from 'react-aria-components';
import { officeMessages } from '../messages.ts';
import { OfficeIcon } from '../OfficeIcon.tsx';
import { errorOf, FieldLabel, type FieldText, hintOf } from './fields.tsx';
import './date-field.css';

export interface DateFieldProps extends FieldText {
  /** `2026-12-24`, with `hasTime` `2026-12-24T09:30`, '' for none. */
  readonly value: string;
  /** Called with a complete value, or with '' once the field is empty. */
  readonly onChange: (value: string) => void;
  readonly hasTime?: boolean;
  /** Name in the data of the form. */
  readonly name?: string;
  readonly isOptional?: boolean;
  readonly isDisabled?: boolean;
  readonly isReadOnly?: boolean;
  /** True for a value that is wrong together with another one. */
  readonly isInvalid?: boolean;
  readonly autoFocus?: boolean;
  readonly onBlur?: () => void;
}

/** Returns a value of the wire as a date; null if it is none. */
export function parseDateValue(value: string, hasTime = false): CalendarDate | CalendarDateTime | null {
  try {
    return hasTime ? parseDateTime(value) : parseDate(value);
  } catch {
    return null;
  }
}

/** Returns a date as it is sent: `2026-12-24`, `2026-12-24T09:30`. */
export const formatDateValue = (date: CalendarDate | CalendarDateTime | null): string => date?.toString().slice(0, 16) ?? '';

/** The parts of a date. */
export const DateParts = ({ className = '' }: { readonly className?: string }) => (
  <DateInput className={`date-parts ${className}`}>{(segment) => <DateSegment segment={segment} className="date-part" />}</DateInput>
);

function CalendarPopover() {
  return (
    <Popover className="popover" placement="bottom end">
      <Dialog className="date-dialog">
        <Calendar>
          <header className="date-head">
            <Button slot="previous" className="act-icon">
              <OfficeIcon name="left" />
            </Button>
            <Heading className="date-month" />
            <Button slot="next" className="act-icon">
              <OfficeIcon name="right" />
            </Button>
          </header>
          <CalendarGrid weekdayStyle="short">
            <CalendarGridHeader>{(day) => <CalendarHeaderCell className="date-weekday">{day}</CalendarHeaderCell>}</CalendarGridHeader>
            <CalendarGridBody>{(date) => <CalendarCell date={date} className="date-day" />}</CalendarGridBody>
          </CalendarGrid>
        </Calendar>
      </Dialog>
    </Popover>
  );
}

export function DateField({
  label,
  hint,
  error,
  value,
  onChange,
  hasTime = false,
  isOptional = false,
  isInvalid = false,
  ...props
}: DateFieldProps) {
  // What was typed so far is lost when the library gets another object.
  const date = useMemo(() => parseDateValue(value, hasTime), [value, hasTime]);
  const field = useRef<HTMLDivElement>(null);
  const announced = useRef(value);
  // The library's parts fire no event, by which a form sees that it has changed.
  useEffect(() => {
    if (announced.current !== value) field.current?.dispatchEvent(new Event('input', { bubbles: true }));
    announced.current = value;
  }, [value]);
  return (
    <DatePicker<CalendarDate | CalendarDateTime>
      {...props}
      ref={field}
      className="entry"
      value={date}
      onChange={(next) => onChange(formatDateValue(next))}
      granularity={hasTime ? 'minute' : 'day'}
      isInvalid={isInvalid || Boolean(error)}
      validationBehavior="aria"
      shouldForceLeadingZeros
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <Group className="entry-input date-entry">
        <DateParts />
        <Button className="act-icon date-open" aria-label={officeMessages.chooseDate}>
          <OfficeIcon name="calendar" />
        </Button>
      </Group>
      {hintOf(hint)}
      {errorOf(error)}
      <CalendarPopover />
    </DatePicker>
  );
}
