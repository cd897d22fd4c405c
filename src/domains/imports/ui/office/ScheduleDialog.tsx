/** Creates or changes a schedule of imports. */
import { useState } from 'react';
import { scheduleMessages as text } from '#domains/imports/messages/office.ts';
import type { SavedMapping } from '#domains/imports/office-contract.ts';
import type { ImportSchedule } from '#domains/imports/schedule-contract.ts';
import { MARKETS } from '#markets/market.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { Checkbox, FormError, TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone } from '#ui/office/office-toasts.ts';
import { ChoiceEntry } from './ChoiceCell.tsx';
import { scheduleCalls } from './import-calls.ts';

interface ScheduleDialogProps {
  /** Null for a new one. */
  readonly schedule: ImportSchedule | null;
  readonly saved: readonly SavedMapping[];
  readonly hasFolder: boolean;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

const SOURCES = ['url', 'folder'] as const;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const DEFAULT_REJECTED = '5';
const DEFAULT_CHANGE = '30';

const timesOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((time) => time.trim())
    .filter(Boolean);

/** Reads a limit. @returns null for none; undefined if it is no whole number */
const limitOf = (typed: string): number | null | undefined =>
  typed.trim() === '' ? null : /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : undefined;

export function ScheduleDialog({ schedule, saved, hasFolder, onClose, onSaved }: ScheduleDialogProps) {
  const [fields, setFields] = useState({
    name: schedule?.name ?? '',
    source: schedule?.source ?? 'url',
    location: schedule?.location ?? '',
    mappingId: schedule?.mappingId ?? saved[0]?.id ?? 0,
    market: schedule?.market ?? MARKETS[0],
    weekdays: schedule?.weekdays ?? [1, 2, 3, 4, 5],
    endsMissing: schedule?.endsMissing ?? false,
    isEnabled: schedule?.isEnabled ?? true,
  });
  const [times, setTimes] = useState(schedule?.times.join(', ') ?? '06:30');
  const [rejected, setRejected] = useState(schedule === null ? DEFAULT_REJECTED : String(schedule.maxRejectedPercent ?? ''));
  const [change, setChange] = useState(schedule === null ? DEFAULT_CHANGE : String(schedule.maxPriceChangePercent ?? ''));
  const [userName, setUserName] = useState(schedule?.userName ?? '');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const set = (next: Partial<typeof fields>): void => setFields({ ...fields, ...next });
  const [maxRejectedPercent, maxPriceChangePercent] = [limitOf(rejected), limitOf(change)];
  const areTimesValid = timesOf(times).every((time) => TIME.test(time));

  const save = async (): Promise<void> => {
    setIsTried(true);
    if (!areTimesValid || maxRejectedPercent === undefined || maxPriceChangePercent === undefined) return;
    setIsPending(true);
    const credentials = userName === '' ? { credentials: null } : password === '' ? {} : { credentials: { userName, password } };
    const result = await scheduleCalls.saveImportSchedule({
      ...fields,
      times: timesOf(times),
      maxRejectedPercent,
      maxPriceChangePercent,
      ...(fields.source === 'url' ? credentials : { credentials: null }),
      ...(schedule === null ? {} : { id: schedule.id, version: schedule.version }),
    });
    setIsPending(false);
    if (!result.ok) return setError(result.title);
    toastDone(text.saved(fields.name));
    onSaved();
  };
  return (
    <Dialog title={schedule === null ? text.create : text.edit} isOpen onClose={onClose} isWide>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormError error={error} />
        <div className="form-row">
          <TextField label={text.name} value={fields.name} onChange={(name) => set({ name })} isRequired />
          <ChoiceEntry
            label={text.supplier}
            value={String(fields.mappingId)}
            options={saved.map(({ id, supplier }) => ({ value: String(id), label: supplier }))}
            onChange={(value) => set({ mappingId: Number(value) })}
          />
        </div>
        <div className="form-row">
          <ChoiceEntry
            label={text.source}
            value={fields.source}
            options={SOURCES.map((value) => ({ value, label: text.sources[value] }))}
            {...(hasFolder ? {} : { hint: text.noFolder })}
            onChange={(value) => set({ source: value === 'folder' ? 'folder' : 'url' })}
          />
          <TextField
            label={fields.source === 'url' ? text.url : text.folder}
            hint={fields.source === 'url' ? text.urlHint : text.folderHint}
            value={fields.location}
            onChange={(location) => set({ location })}
            isRequired
          />
        </div>
        {fields.source === 'url' && (
          <div className="form-row">
            <TextField label={text.userName} value={userName} onChange={setUserName} autoComplete="off" isOptional />
            <TextField
              label={text.password}
              hint={text.passwordHint}
              type="password"
              value={password}
              onChange={setPassword}
              autoComplete="new-password"
              isOptional
            />
          </div>
        )}
        <fieldset className="schedule-days">
          <legend className="entry-label">{text.days}</legend>
          <div className="act-row">
            {text.weekdays.map((day, at) => (
              <Checkbox
                key={day}
                isSelected={fields.weekdays.includes(at + 1)}
                onChange={(isOn) =>
                  set({ weekdays: isOn ? [...fields.weekdays, at + 1].sort() : fields.weekdays.filter((each) => each !== at + 1) })
                }
              >
                {day}
              </Checkbox>
            ))}
          </div>
        </fieldset>
        <div className="form-row">
          <TextField
            label={text.times}
            hint={text.timesHint}
            value={times}
            onChange={setTimes}
            error={isTried && !areTimesValid ? text.timesError : null}
          />
          <ChoiceEntry
            label={text.market}
            value={fields.market}
            options={MARKETS.map((value) => ({ value, label: value }))}
            onChange={(value) => set({ market: MARKETS.find((market) => market === value) ?? fields.market })}
          />
        </div>
        <div className="form-row">
          <TextField
            label={text.maxRejected}
            hint={text.limitHint}
            value={rejected}
            onChange={setRejected}
            inputMode="numeric"
            error={isTried && maxRejectedPercent === undefined ? text.limitError : null}
          />
          <TextField
            label={text.maxChange}
            hint={text.limitHint}
            value={change}
            onChange={setChange}
            inputMode="numeric"
            error={isTried && maxPriceChangePercent === undefined ? text.limitError : null}
          />
        </div>
        <Checkbox isSelected={fields.endsMissing} onChange={(endsMissing) => set({ endsMissing })}>
          {text.endsMissing}
        </Checkbox>
        <Checkbox isSelected={fields.isEnabled} onChange={(isEnabled) => set({ isEnabled })}>
          {text.enabled}
        </Checkbox>
        <DialogEnd>
          <Button onPress={onClose}>{officeMessages.cancel}</Button>
          <Button tone="primary" type="submit" isPending={isPending}>
            {text.save}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
