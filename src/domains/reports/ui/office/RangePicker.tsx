/** Chooses the days of charts: a preset, or dates of one's own. */
import { type FormEvent, useState } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { RANGE_LABELS, reportMessages as text } from '#domains/reports/messages/office.ts';
import { type DayRange, isRange, presetOf, presetRange, RANGE_PRESETS } from '#domains/reports/model/date-range.ts';
import { Button } from '#ui/office/Button.tsx';
import { DateField } from '#ui/office/form/DateField.tsx';
import { Segmented } from '#ui/office/Segmented.tsx';
import { formatRangeName } from './format-figures.ts';

export interface RangePickerProps {
  readonly range: DayRange;
  /** Today in the market. */
  readonly today: string;
  readonly onChange: (range: DayRange) => void;
}

function OwnRange({ range, onApply }: { readonly range: DayRange; readonly onApply: (range: DayRange) => void }) {
  const [from, setFrom] = useState(range.from);
  const [to, setTo] = useState(range.to);
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isRange({ from, to })) onApply({ from, to });
    else setIsWrong(true);
  };
  return (
    <form className="chip-range" onSubmit={submit} noValidate>
      <DateField label={text.from} value={from} onChange={setFrom} autoFocus isInvalid={isWrong} />
      <DateField label={text.to} value={to} onChange={setTo} isInvalid={isWrong} />
      {isWrong ? (
        <p className="entry-error" role="alert">
          {text.rangeInvalid}
        </p>
      ) : (
        <p className="entry-hint">{text.rangeHint}</p>
      )}
      <Button tone="primary" type="submit">
        {text.show}
      </Button>
    </form>
  );
}

export function RangePicker({ range, today, onChange }: RangePickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const preset = presetOf(range, today);
  return (
    <div className="act-row">
      <Segmented
        label={text.range}
        options={RANGE_PRESETS.map((value) => ({ value, label: RANGE_LABELS[value] }))}
        value={preset}
        onChange={(chosen) => onChange(presetRange(chosen, today))}
      />
      <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
        <Button>{preset === null ? formatRangeName(range.from, range.to) : text.ownRange}</Button>
        <Popover className="popover" placement="bottom end">
          <Dialog aria-label={text.ownRange} className="chip-dialog">
            <OwnRange
              range={range}
              onApply={(chosen) => {
                setIsOpen(false);
                onChange(chosen);
              }}
            />
          </Dialog>
        </Popover>
      </DialogTrigger>
    </div>
  );
}
