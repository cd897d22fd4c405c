/** The actions on several wines, each with a preview of what changes. */
import { useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { INVENTORY_LABELS, ROUNDING_LABELS, TIER_LABELS, bulkWineMessages as text } from '#domains/catalogue/messages/office.ts';
import { wineFieldLabel } from '#domains/catalogue/messages/office-fields.ts';
import { CATEGORY_NAMES } from '#domains/catalogue/model/category.ts';
import { INVENTORY_STATUSES, TIERS_ELIGIBLE } from '#domains/catalogue/model/record.ts';
import { ROUNDINGS, type Rounding } from '#domains/catalogue/model/wine-change.ts';
import type { WineRow } from '#domains/catalogue/office-contract.ts';
import type { Market } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { ChoiceField, TickGroup } from '#ui/office/form/ChoiceField.tsx';
import { DateField } from '#ui/office/form/DateField.tsx';
import { Checkbox, TextField } from '#ui/office/form/fields.tsx';
import { BulkInterruption, Unanswered } from '#ui/office/grid/BulkInterruption.tsx';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { changedSoFar } from '#ui/office/grid/use-bulk-change.ts';
import type { ShownRows } from '#ui/office/grid/use-shown-rows.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { Segmented } from '#ui/office/Segmented.tsx';
import { BULK_KINDS, type BulkFields, type BulkKind, bulkChange, bulkProblem, EMPTY_BULK } from './bulk-kinds.ts';
import { formatField } from './format-field.ts';
import { useBulkWines, useUndoWines, type WineResult } from './selected-wines.ts';

const SHOWN_ROWS = 8;

const isRounding = (value: string): value is Rounding => Object.hasOwn(ROUNDINGS, value);

interface FieldsProps {
  readonly kind: BulkKind;
  readonly fields: BulkFields;
  readonly onChange: (fields: BulkFields) => void;
}

function PriceFields({ fields, onChange }: Omit<FieldsProps, 'kind'>) {
  const { by, number, rounding } = fields;
  const words = {
    percent: [text.percentLabel, text.percentHint],
    amount: [text.amountLabel, text.amountHint],
    set: [text.setLabel, ''],
  } as const;
  const [label, hint] = words[by];
  return (
    <>
      <Segmented
        label={text.by}
        value={by}
        options={[
          { value: 'percent', label: text.percent },
          { value: 'amount', label: text.amount },
          { value: 'set', label: text.set },
        ]}
        onChange={(chosen) => onChange({ ...fields, by: chosen })}
      />
      <div className="form-row">
        <TextField
          label={label}
          {...(hint === '' ? {} : { hint })}
          inputMode="decimal"
          value={number}
          onChange={(typed) => onChange({ ...fields, number: typed.trim() })}
          error={bulkProblem('price', fields)}
          autoFocus
        />
        {by !== 'set' && (
          <ChoiceField
            label={text.rounding}
            value={rounding}
            options={Object.keys(ROUNDINGS)
              .filter(isRounding)
              .map((value) => ({ value, label: ROUNDING_LABELS[value] }))}
            onChange={(value) => isRounding(value) && onChange({ ...fields, rounding: value })}
          />
        )}
      </div>
    </>
  );
}

function KindFields({ kind, fields, onChange }: FieldsProps) {
  switch (kind) {
    case 'price':
      return <PriceFields fields={fields} onChange={onChange} />;
    case 'dates':
      return (
        <>
          <DateField
            label={text.startsOn}
            hint={text.startsHint}
            isOptional
            value={fields.startsOn}
            onChange={(startsOn) => onChange({ ...fields, startsOn })}
          />
          <DateField
            label={text.endsOn}
            hint={text.endsHint}
            isOptional
            isDisabled={fields.removesEnd}
            value={fields.endsOn}
            onChange={(endsOn) => onChange({ ...fields, endsOn })}
          />
          <Checkbox isSelected={fields.removesEnd} onChange={(removesEnd) => onChange({ ...fields, removesEnd })}>
            {text.removeEnd}
          </Checkbox>
        </>
      );
    case 'audience':
      return (
        <TickGroup
          label={text.tiers}
          value={fields.tiers}
          options={TIERS_ELIGIBLE.map((value) => ({ value, label: TIER_LABELS[value] }))}
          onChange={(values) => onChange({ ...fields, tiers: TIERS_ELIGIBLE.filter((tier) => values.includes(tier)) })}
        />
      );
    case 'tags':
      return (
        <>
          <TextField
            label={text.addTags}
            hint={text.tagsHint}
            isOptional
            value={fields.addTags}
            onChange={(addTags) => onChange({ ...fields, addTags })}
            autoFocus
          />
          <TextField
            label={text.removeTags}
            isOptional
            value={fields.removeTags}
            onChange={(removeTags) => onChange({ ...fields, removeTags })}
          />
        </>
      );
    case 'category':
      return (
        <ChoiceField
          label={text.category}
          value={fields.category}
          options={CATEGORY_NAMES.map((value) => ({ value, label: value }))}
          onChange={(value) => onChange({ ...fields, category: CATEGORY_NAMES.find((one) => one === value) ?? fields.category })}
        />
      );
    case 'status':
      return (
        <>
          <ChoiceField
            label={text.status}
            value={fields.status}
            options={INVENTORY_STATUSES.map((value) => ({ value, label: INVENTORY_LABELS[value] }))}
            onChange={(value) => onChange({ ...fields, status: INVENTORY_STATUSES.find((one) => one === value) ?? fields.status })}
          />
          <p className="text-muted small">{text.statusHint}</p>
        </>
      );
    case 'end':
      return <Consequences items={text.endConsequences} />;
    case 'show':
      return <Consequences items={text.showConsequences} />;
  }
}

/** The first wines that change, each field before and after. */
function Changes({ results, timeZone }: { readonly results: readonly WineResult[]; readonly timeZone: string }) {
  const changes = results.flatMap(({ id, name, before, after }) =>
    Object.keys(after).map((field) => ({ id, name, field, before: before[field], after: after[field] })),
  );
  if (changes.length === 0) return null;
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{text.wine}</th>
            <th scope="col">{text.before}</th>
            <th scope="col">{text.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.slice(0, SHOWN_ROWS).map(({ id, name, field, before, after }) => (
            <tr key={`${id} ${field}`}>
              <th scope="row">
                {name}
                <span className="line text-muted small">{wineFieldLabel(field)}</span>
              </th>
              <td>{formatField(field, before, timeZone)}</td>
              <td>{formatField(field, after, timeZone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length > SHOWN_ROWS && <p className="text-muted small">{text.more(changes.length - SHOWN_ROWS)}</p>}
    </div>
  );
}

function Refused({ results, title }: { readonly results: readonly WineResult[]; readonly title: (count: number) => string }) {
  if (results.length === 0) return null;
  return (
    <div className="notice notice-wait">
      <div>
        <p>{title(results.length)}</p>
        <ul>
          {results.slice(0, SHOWN_ROWS).map(({ id, name, reason }) => (
            <li key={id} className="small">
              {name}: {reason}
            </li>
          ))}
          {results.length > SHOWN_ROWS && <li className="small">{text.more(results.length - SHOWN_ROWS)}</li>}
        </ul>
      </div>
    </div>
  );
}

export interface BulkWinesProps {
  readonly target: BulkTarget;
  readonly input: Readonly<Record<string, string>>;
  readonly market: Market;
  /** Versions of the wines as the list showed them. */
  readonly shown: Pick<ShownRows<WineRow, string>, 'versionOf' | 'addUnseen'>;
  readonly onDone: () => void;
}

function BulkDialog({
  kind,
  target,
  input,
  market,
  shown,
  onClose,
  onDone,
}: BulkWinesProps & { readonly kind: BulkKind; readonly onClose: () => void }) {
  const [fields, setFields] = useState(EMPTY_BULK);
  // The end of a sale is the moment at which the dialog was opened, in the preview and in the change.
  const [now] = useState(() => new Date().toISOString());
  const bulk = useBulkWines(target.selection, input, market, shown);
  const { preview, run } = bulk;
  const made = changedSoFar(bulk.state).filter(({ after }) => Object.keys(after).length > 0);
  const undo = useUndoWines(made);
  const isUndone = undo.state.step !== 'idle';
  const state = isUndone ? undo.state : bulk.state;
  const change = bulkChange(kind, fields, market, now);
  const isRunning = state.step === 'checking' || state.step === 'working';
  const timeZone = timeZoneOf(market);
  const finish = (): void => {
    if (isUndone || state.step === 'finished' || (state.step === 'interrupted' && !state.isPreview)) {
      onDone();
      target.clear();
    }
    onClose();
  };
  const changing = state.step === 'preview' ? state.possible.filter(({ after }) => Object.keys(after).length > 0) : [];
  return (
    <Dialog title={text.titles[kind](target.count)} isOpen onClose={finish} isDismissable={!isRunning} isWide>
      {state.step === 'idle' && (
        <div className="form">
          <KindFields kind={kind} fields={fields} onChange={setFields} />
        </div>
      )}
      <div role="status" className="stack">
        {state.step === 'checking' && <p>{text.checking(state.done, state.count)}</p>}
        {state.step === 'working' && <p>{text.working(state.done, state.count)}</p>}
        {state.step === 'preview' && (
          <>
            <p>{changing.length === 0 ? text.nothing : text.willChange(changing.length)}</p>
            {state.possible.length > changing.length && <p>{text.unchanged(state.possible.length - changing.length)}</p>}
          </>
        )}
        {state.step === 'interrupted' && <BulkInterruption state={state} />}
        {state.step === 'finished' && isUndone && <p>{text.undone(state.done.length)}</p>}
        {state.step === 'finished' && isUndone && <Unanswered state={bulk.state} />}
        {state.step === 'finished' && !isUndone && (
          <p>{state.refused.length === 0 ? text.done(state.done.length) : text.partly(state.done.length, state.refused.length)}</p>
        )}
      </div>
      {state.step === 'preview' && <Changes results={changing} timeZone={timeZone} />}
      {(state.step === 'preview' || state.step === 'finished' || state.step === 'interrupted') && (
        <Refused results={state.refused} title={isUndone ? text.stayChanged : text.wontChange} />
      )}
      <DialogEnd>
        <Button onPress={finish} isDisabled={isRunning}>
          {state.step === 'finished' ? text.close : officeMessages.cancel}
        </Button>
        {state.step === 'idle' && (
          <Button tone="primary" onPress={() => change && void preview(change)} isDisabled={change === null}>
            {text.preview}
          </Button>
        )}
        {state.step === 'preview' && changing.length > 0 && (
          <Button tone="primary" onPress={() => change && void run(change)}>
            {text.apply(changing.length)}
          </Button>
        )}
        {made.length > 0 && !isUndone && (
          <Button
            onPress={() =>
              void undo.start(
                made.map(({ id }) => id),
                null,
                made,
              )
            }
          >
            {text.undo(made.length)}
          </Button>
        )}
        {state.step === 'interrupted' && isUndone && (
          <Button tone="primary" onPress={() => void undo.resume(null)}>
            {text.continue(state.count - state.done)}
          </Button>
        )}
        {state.step === 'interrupted' && !isUndone && (
          <Button tone="primary" onPress={() => change && void bulk.resume(change)}>
            {state.isPreview ? officeMessages.tryAgain : text.continue(state.count - state.done)}
          </Button>
        )}
      </DialogEnd>
    </Dialog>
  );
}

const isKind = (key: unknown): key is BulkKind => BULK_KINDS.some((kind) => kind === key);

export function BulkWines(props: BulkWinesProps) {
  const [kind, setKind] = useState<BulkKind | null>(null);
  return (
    <>
      <Button icon="tag" onPress={() => setKind('price')}>
        {text.price}
      </Button>
      <MenuTrigger>
        <Button icon="more">{officeMessages.more}</Button>
        <Popover className="menu" placement="top end">
          <Menu onAction={(key) => isKind(key) && setKind(key)}>
            {BULK_KINDS.filter((one) => one !== 'price').map((one) => (
              <MenuItem key={one} id={one} className="menu-item">
                {text[one]}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      {kind && <BulkDialog {...props} kind={kind} onClose={() => setKind(null)} />}
    </>
  );
}
