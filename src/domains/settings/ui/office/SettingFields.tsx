/** The fields of a form of settings, made from the description of their group. */
import { useState } from 'react';
import { settingMessages as text } from '#domains/settings/messages/office.ts';
import {
  type Draft,
  emptyRow,
  formatValue,
  isSameValue,
  parseNumber,
  splitNumbers,
  splitText,
} from '#domains/settings/model/setting-draft.ts';
import type { SettingIssue, SettingRemark } from '#domains/settings/model/setting-group.ts';
import type { SettingField } from '#domains/settings/office-contract.ts';
import { isJsonObject } from '#lib/json.ts';
import { Button, IconButton } from '#ui/office/Button.tsx';
import { DateField } from '#ui/office/form/DateField.tsx';
import { Checkbox, TextField } from '#ui/office/form/fields.tsx';
import { SelectField } from '#ui/office/form/SelectField.tsx';
import { formatDate } from '#ui/office/format-time.ts';
import { ColorEntry } from './ColorEntry.tsx';
import { PictureEntry } from './PictureEntry.tsx';
import { type EntryProps, hintOf, type RowsSettingField, type SimpleSettingField } from './setting-entry.ts';
import { useOpenRows } from './use-open-rows.ts';

const unitSuffix = (field: SimpleSettingField): string => (['', 'dollars', 'cases'].includes(field.unit) ? '' : ` (${field.unit})`);

/** A field for a list of texts. What was typed stays as it is, commas included. */
function ListEntry({ field, value, onChange, error, isDisabled, hint }: EntryProps) {
  const control = field.control === 'words' || field.control === 'numbers' ? field.control : 'lines';
  const split = (typed: string) => (control === 'numbers' ? splitNumbers(typed) : splitText(typed, control));
  const list = Array.isArray(value) ? value.map(String) : [];
  const [typed, setTyped] = useState<string | null>(null);
  const isTyped = typed !== null && JSON.stringify(split(typed).map(String)) === JSON.stringify(list);
  return (
    <TextField
      label={`${field.title}${unitSuffix(field)}`}
      hint={hintOf(field.description, control === 'lines' ? text.linesHint : text.wordsHint, hint)}
      value={isTyped ? typed : list.join(control === 'lines' ? '\n' : ', ')}
      onChange={(next) => {
        setTyped(next);
        onChange(split(next));
      }}
      error={error}
      isDisabled={isDisabled}
      {...(control === 'lines' ? { rows: 5 } : {})}
    />
  );
}

/** A field for a number. Keeps what was typed, so that `9.` can become `9.90`. */
function NumberEntry({ field, value, onChange, error, isDisabled, hint }: EntryProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const amount =
    typeof value === 'number' && field.unit === 'dollars' && Number.isInteger(Math.round(value * 1e6) / 1e4) ? value.toFixed(2) : null;
  const shown = amount ?? (value === null || value === undefined ? '' : String(value));
  return (
    <TextField
      label={`${field.title}${unitSuffix(field)}`}
      hint={hintOf(field.description, hint)}
      value={typed !== null && parseNumber(typed) === value ? typed : shown}
      onChange={(next) => {
        setTyped(next);
        onChange(parseNumber(next));
      }}
      inputMode="decimal"
      isOptional={field.isNullable}
      error={error}
      isDisabled={isDisabled}
      {...(field.unit === 'dollars' ? { prefix: '$' } : {})}
    />
  );
}

function ChoiceEntry({ field, value, onChange, error, isDisabled, hint }: EntryProps) {
  return (
    <SelectField
      label={field.title}
      hint={hintOf(field.description, hint)}
      value={String(value ?? '')}
      options={field.options}
      onChange={({ target }) => onChange(target.value)}
      disabled={isDisabled}
      error={error}
    />
  );
}

function SimpleEntry(props: EntryProps) {
  const { field, value, onChange, error, isDisabled, hint } = props;
  const text = {
    label: field.title,
    hint: hintOf(field.description, hint),
    value: typeof value === 'string' ? value : '',
    onChange: (next: string) => onChange(next === '' && field.isNullable ? null : next),
    isOptional: field.isNullable,
    error,
    isDisabled,
  };
  switch (field.control) {
    case 'switch':
      return (
        <div className="entry">
          <Checkbox isSelected={value === true} onChange={onChange} isDisabled={isDisabled}>
            {field.title}
          </Checkbox>
          {hintOf(field.description, hint) !== '' && <p className="entry-hint">{hintOf(field.description, hint)}</p>}
          {error !== null && <p className="entry-error">{error}</p>}
        </div>
      );
    case 'number':
      return <NumberEntry {...props} />;
    case 'choice':
      return <ChoiceEntry {...props} />;
    case 'color':
      return <ColorEntry {...props} />;
    case 'picture':
      return <PictureEntry {...props} />;
    case 'words':
    case 'numbers':
    case 'lines':
      return <ListEntry {...props} />;
    case 'day':
      return <DateField {...text} />;
    default:
      return <TextField {...text} {...(field.control === 'long' ? { rows: 3 } : {})} />;
  }
}

type FieldProps = Omit<EntryProps, 'field' | 'error'> & {
  readonly field: RowsSettingField;
  readonly issues: readonly SettingIssue[];
};

/** Returns the issue of a path, null without one. */
const issueAt = (issues: readonly SettingIssue[], ...path: readonly (string | number)[]): string | null => {
  const found = issues.find((issue) => path.every((part, index) => issue.path[index] === part));
  return found === undefined ? null : sentence(found.message);
};

/** `must be at most 5` → `Must be at most 5.` */
const sentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.$/, '')}.`;

/** Formats a value of a row for a person. Returns '' for an empty one. */
function formatCell(column: SimpleSettingField, value: unknown): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '';
  const isDay = column.control === 'day' && typeof value === 'string' && !Number.isNaN(Date.parse(`${value}T00:00:00Z`));
  return isDay ? formatDate(value) : formatValue(column, value, text);
}

const isRows = (column: SimpleSettingField): column is RowsSettingField => column.control === 'rows' && 'columns' in column;

/** Returns the issues of a row with the paths of its own fields. */
const issuesOfRow = (issues: readonly SettingIssue[], name: string, row: number): SettingIssue[] =>
  issues.flatMap(({ path, message }) => (path[0] === name && path[1] === row ? [{ path: path.slice(2), message }] : []));

/** A row as text. Names of columns are visible where the value does not say what it is. A value that is there already is not repeated. */
function RowText({ columns, row }: { readonly columns: readonly SimpleSettingField[]; readonly row: Draft }) {
  const texts = columns.map((column) => formatCell(column, row[column.name]));
  return (
    <p className="setting-row-fields setting-row-text">
      {columns.map((column, at) => {
        const isNamed = column.control === 'switch' || column.control === 'number';
        const value = texts[at] ?? '';
        const shown = !isNamed && texts.indexOf(value) < at ? '' : value;
        return (
          <span key={column.name}>
            {shown !== '' && <span className={isNamed ? 'text-muted' : 'visually-hidden'}>{`${column.title}: `}</span>}
            {shown}
          </span>
        );
      })}
    </p>
  );
}

/** A table: rows to add, remove and move, each with its fields. */
function RowsField({ field, value, onChange, issues, isDisabled, hint }: FieldProps) {
  const rows: readonly Draft[] = Array.isArray(value) ? value.filter(isJsonObject) : [];
  const own = issues.find(({ path }) => path[0] === field.name && path.length === 1);
  const wrong = issues.flatMap(({ path: [name, row] }) => (name === field.name && typeof row === 'number' ? [row] : []));
  const shown = useOpenRows(rows.length, wrong);
  const replace = (index: number, row: Draft): void => onChange(rows.map((each, position) => (position === index ? row : each)));
  const move = (index: number, by: 1 | -1): void => {
    const row = rows[index];
    if (!row) return;
    onChange(rows.toSpliced(index, 1).toSpliced(index + by, 0, row));
    shown.move(index, index + by, by === 1 ? text.moveDown(index + 2) : text.moveUp(index));
  };
  return (
    <fieldset ref={shown.list} className="setting-rows">
      <legend className="entry-label">{field.title}</legend>
      {hintOf(field.description, hint) !== '' && <p className="entry-hint">{hintOf(field.description, hint)}</p>}
      {rows.length === 0 && <p className="text-muted small">{text.noRows}</p>}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
        <fieldset key={index} className="setting-row" aria-label={text.row(field.title, index + 1)}>
          {shown.isOpen(index) ? (
            <div className="setting-row-fields">
              {field.columns.map((column) => {
                const entry = {
                  value: row[column.name],
                  onChange: (next: unknown) => replace(index, { ...row, [column.name]: next }),
                  isDisabled,
                  hint: '',
                };
                return isRows(column) ? (
                  <RowsField key={column.name} field={column} issues={issuesOfRow(issues, field.name, index)} {...entry} />
                ) : (
                  <SimpleEntry key={column.name} field={column} error={issueAt(issues, field.name, index, column.name)} {...entry} />
                );
              })}
            </div>
          ) : (
            <RowText columns={field.columns} row={row} />
          )}
          {!isDisabled && !shown.isOpen(index) && (
            <div className="setting-row-actions">
              <button type="button" className="act" onClick={() => shown.open(index)} aria-label={text.edit(field.title, index + 1)}>
                {text.editRow}
              </button>
            </div>
          )}
          {!isDisabled && shown.isOpen(index) && (
            <div className="setting-row-actions">
              {shown.isLong && !wrong.includes(index) && (
                <Button onPress={() => shown.close(index)} aria-label={text.close(field.title, index + 1)}>
                  {text.closeRow}
                </Button>
              )}
              {field.isSortable && (
                <>
                  <IconButton icon="up" label={text.moveUp(index + 1)} onPress={() => move(index, -1)} isDisabled={index === 0} />
                  <IconButton
                    icon="down"
                    label={text.moveDown(index + 1)}
                    onPress={() => move(index, 1)}
                    isDisabled={index === rows.length - 1}
                  />
                </>
              )}
              <IconButton
                icon="close"
                label={text.remove(field.title, index + 1)}
                onPress={() => {
                  onChange(rows.toSpliced(index, 1));
                  shown.remove(index);
                }}
              />
            </div>
          )}
        </fieldset>
      ))}
      {own && <p className="entry-error">{sentence(own.message)}</p>}
      {!isDisabled && (
        <div>
          <Button
            icon="plus"
            onPress={() => {
              onChange([...rows, emptyRow(field.columns)]);
              shown.open(rows.length);
            }}
          >
            {text.add(field.title)}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** The fields of a group without the write-only ones. */
export function SettingFields(props: {
  readonly fields: readonly SettingField[];
  readonly draft: Draft;
  readonly defaults: Draft;
  readonly issues: readonly SettingIssue[];
  readonly remarks: Readonly<Record<string, SettingRemark>>;
  readonly isDisabled: boolean;
  readonly onChange: (name: string, value: unknown) => void;
}) {
  const { fields, draft, defaults, issues, remarks, isDisabled, onChange } = props;
  return fields.map((field) => {
    const value = draft[field.name];
    const isDefault = isSameValue(value, defaults[field.name]);
    const shared = {
      value,
      onChange: (next: unknown) => onChange(field.name, next),
      isDisabled,
      hint: isDefault ? '' : text.default(formatValue(field, defaults[field.name], text)),
    };
    return field.control === 'rows' ? (
      <RowsField key={field.name} field={field} issues={issues} {...shared} />
    ) : (
      <SimpleEntry key={field.name} field={field} error={issueAt(issues, field.name)} remark={remarks[field.name]} {...shared} />
    );
  });
}

/** Write-only fields: whether they are set, and a way to replace or remove them. */
export function SecretFields(props: {
  readonly fields: readonly SettingField[];
  readonly isSet: (name: string) => boolean;
  readonly secrets: Readonly<Record<string, string | null>>;
  readonly issues: readonly SettingIssue[];
  readonly isDisabled: boolean;
  readonly onChange: (name: string, value: string | null | undefined) => void;
}) {
  const { fields, isSet, secrets, issues, isDisabled, onChange } = props;
  return fields.map((field) => {
    const { name, title, description } = field;
    const typed = secrets[name];
    const isKept = !Object.hasOwn(secrets, name);
    return (
      <div key={name} className="setting-secret">
        {typeof typed === 'string' ? (
          <TextField
            label={title}
            hint={description}
            type="password"
            autoComplete="off"
            value={typed}
            onChange={(next) => onChange(name, next)}
            error={issueAt(issues, name)}
            isDisabled={isDisabled}
          />
        ) : (
          <div className="entry">
            <p className="entry-label">{title}</p>
            <p className="text-muted small">{typed === null ? text.secretWillClear : isSet(name) ? text.secretSet : text.secretUnset}</p>
            {issueAt(issues, name) !== null && <p className="entry-error">{issueAt(issues, name)}</p>}
          </div>
        )}
        {!isDisabled && (
          <div className="act-row">
            {isKept ? (
              <>
                <Button
                  icon="key"
                  onPress={() => onChange(name, '')}
                  aria-label={`${isSet(name) ? text.secretReplace : text.secretEnter}: ${title}`}
                >
                  {isSet(name) ? text.secretReplace : text.secretEnter}
                </Button>
                {isSet(name) && (
                  <Button onPress={() => onChange(name, null)} aria-label={`${text.secretClear}: ${title}`}>
                    {text.secretClear}
                  </Button>
                )}
              </>
            ) : (
              <Button onPress={() => onChange(name, undefined)}>{isSet(name) ? text.secretKeep : text.discard}</Button>
            )}
          </div>
        )}
      </div>
    );
  });
}
