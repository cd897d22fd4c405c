/** A filter as a chip: what it is set to, a popover to change it, and a button to remove it. */
import { type FormEvent, useState } from 'react';
import {
  Button as AriaButton,
  Checkbox,
  CheckboxGroup,
  Dialog,
  DialogTrigger,
  Input,
  Label,
  Popover,
  TextField,
} from 'react-aria-components';
import { Button } from '../Button.tsx';
import { DateField } from '../form/DateField.tsx';
import { formatDate } from '../format-time.ts';
import { gridMessages } from '../messages.ts';
import { OfficeIcon } from '../OfficeIcon.tsx';
import { formatRange, parseRange } from './grid-state.ts';
import type { GridFilter } from './grid-types.ts';

export interface FilterChipProps {
  readonly filter: GridFilter;
  readonly value: string;
  /** True for a filter that was just added: its popover is open. */
  readonly isNew: boolean;
  readonly onChange: (value: string) => void;
  readonly onCancel: () => void;
}

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Formats an end of a range. A link may hold anything: what is no day is shown as it is. */
function formatEnd(kind: GridFilter['kind'], text: string): string {
  if (text === '') return text;
  if (kind !== 'date') return `$${text}`;
  return DAY.test(text) ? formatDate(text) : text;
}

/** Says what a filter is set to: `Status: Shipped, Completed`. */
export function describeFilter(filter: GridFilter, value: string): string {
  if (value === '') return filter.label;
  if (filter.kind === 'options' || filter.kind === 'choice') {
    const values = value.split(',');
    return gridMessages.anyOf(
      filter.label,
      values.map((one) => filter.options.find((option) => option.value === one)?.label ?? one),
    );
  }
  if (filter.kind === 'text') return gridMessages.anyOf(filter.label, [value]);
  const { from, to } = parseRange(value);
  const [start, end] = [formatEnd(filter.kind, from), formatEnd(filter.kind, to)];
  return from === to ? gridMessages.anyOf(filter.label, [start]) : gridMessages.between(filter.label, start, end);
}

/** Several options, or one of them. */
function OptionsEditor({
  filter,
  value,
  onApply,
}: {
  readonly filter: GridFilter & { kind: 'options' | 'choice' };
  readonly value: string;
  readonly onApply: (value: string) => void;
}) {
  return (
    <CheckboxGroup
      aria-label={filter.label}
      className="chip-options"
      value={value === '' ? [] : value.split(',')}
      onChange={(values) => {
        const added = values.find((one) => !value.split(',').includes(one));
        const chosen = filter.kind === 'choice' ? [added ?? ''] : values;
        onApply(
          filter.options
            .filter((option) => chosen.includes(option.value))
            .map((option) => option.value)
            .join(','),
        );
      }}
    >
      {filter.options.map((option) => (
        <Checkbox key={option.value} value={option.value} className="tick">
          <span className="tick-box">
            <OfficeIcon name="tick" />
          </span>
          {option.label}
        </Checkbox>
      ))}
    </CheckboxGroup>
  );
}

function RangeEditor({
  filter,
  value,
  onApply,
}: {
  readonly filter: GridFilter;
  readonly value: string;
  readonly onApply: (value: string) => void;
}) {
  const range = parseRange(value);
  const isText = filter.kind === 'text';
  const [from, setFrom] = useState(isText ? value : range.from);
  const [to, setTo] = useState(range.to);
  const inputMode = filter.kind === 'money' ? 'decimal' : 'text';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onApply(isText ? from.trim() : formatRange(from.trim(), to.trim()));
  };
  if (filter.kind === 'date')
    return (
      <form className="chip-range" onSubmit={submit}>
        <DateField label={gridMessages.from} value={from} onChange={setFrom} autoFocus />
        <DateField label={gridMessages.to} value={to} onChange={setTo} />
        <Button tone="primary" type="submit">
          {gridMessages.apply}
        </Button>
      </form>
    );
  return (
    <form className="chip-range" onSubmit={submit}>
      <TextField className="entry" value={from} onChange={setFrom} autoFocus>
        <Label className="entry-label">{isText ? filter.label : gridMessages.from}</Label>
        <Input className="entry-input" inputMode={inputMode} placeholder={filter.kind === 'text' ? (filter.placeholder ?? '') : ''} />
      </TextField>
      {!isText && (
        <TextField className="entry" value={to} onChange={setTo}>
          <Label className="entry-label">{gridMessages.to}</Label>
          <Input className="entry-input" inputMode={inputMode} />
        </TextField>
      )}
      <Button tone="primary" type="submit">
        {gridMessages.apply}
      </Button>
    </form>
  );
}

export function FilterChip({ filter, value, isNew, onChange, onCancel }: FilterChipProps) {
  const [isOpen, setIsOpen] = useState(isNew);
  const text = describeFilter(filter, value);
  const handleOpen = (open: boolean): void => {
    setIsOpen(open);
    if (!open && value === '') onCancel();
  };
  return (
    <span className="chip">
      <DialogTrigger isOpen={isOpen} onOpenChange={handleOpen}>
        <AriaButton className="chip-text">{text}</AriaButton>
        <Popover className="popover" placement="bottom start">
          <Dialog aria-label={filter.label} className="chip-dialog">
            {filter.kind === 'options' || filter.kind === 'choice' ? (
              <OptionsEditor filter={filter} value={value} onApply={onChange} />
            ) : (
              <RangeEditor
                filter={filter}
                value={value}
                onApply={(next) => {
                  setIsOpen(false);
                  onChange(next);
                }}
              />
            )}
          </Dialog>
        </Popover>
      </DialogTrigger>
      <AriaButton
        className="chip-remove"
        aria-label={gridMessages.removeFilter(text)}
        onPress={() => {
          onCancel();
          onChange('');
        }}
      >
        <OfficeIcon name="close" />
      </AriaButton>
    </span>
  );
}
