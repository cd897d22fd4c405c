/** Fields of a value, made from the schema of its record. Some fields have an editor of their own (`specialField` of the context). */
import { type FieldSpec, initialValue, type NamedField, variantValue } from '#lib/form-schema.ts';
import { Button, IconButton } from '../Button.tsx';
import { fieldListMessages } from '../messages.ts';
import { ChoiceField, TickGroup } from './ChoiceField.tsx';
import { type FieldContext, type FieldPath, type FieldProps, isJsonRecord, issueAt, type Json, type JsonObject } from './field-context.ts';
import { Checkbox, TextField } from './fields.tsx';

/** Texts longer than this get a larger field. */
const LONG_TEXT = 240;
const LONG_ROWS = 3;

const stringOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

function TextInput({ spec, path, value, onChange, context }: FieldProps & { readonly spec: Extract<FieldSpec, { kind: 'text' }> }) {
  const { label, hint } = context.texts.fieldText(path);
  const isLong = spec.maxLength !== null && spec.maxLength > LONG_TEXT;
  return (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      value={stringOf(value)}
      onChange={onChange}
      isReadOnly={context.isReadOnly}
      isOptional={!spec.isRequired}
      error={issueAt(context, path)}
      {...(spec.maxLength === null ? {} : { maxLength: spec.maxLength })}
      {...(isLong ? { rows: LONG_ROWS } : {})}
    />
  );
}

function NumberInput({ path, value, onChange, context }: FieldProps) {
  const { label, hint } = context.texts.fieldText(path);
  return (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      inputMode="decimal"
      value={typeof value === 'number' || typeof value === 'string' ? String(value) : ''}
      // A number that is not finished stays text, so that nothing jumps while a person types.
      onChange={(typed) => onChange(/^-?\d+(?:\.\d+)?$/.test(typed) ? Number(typed) : typed)}
      isReadOnly={context.isReadOnly}
      error={issueAt(context, path)}
    />
  );
}

/** The items of a list, which can be moved, added and removed. */
function ListInput({ spec, path, value, onChange, context }: FieldProps & { readonly spec: Extract<FieldSpec, { kind: 'list' }> }) {
  const items = Array.isArray(value) ? value : [];
  const { label } = context.texts.fieldText(path);
  const one = label.endsWith('s') ? label.slice(0, -1) : label;
  const move = (from: number, to: number): void => {
    const moved = [...items];
    const [item] = moved.splice(from, 1);
    if (item !== undefined) moved.splice(to, 0, item);
    onChange(moved);
  };
  const isFull = spec.maxItems !== null && items.length >= spec.maxItems;
  const error = issueAt(context, path);
  return (
    <fieldset className="field-list">
      <legend className="entry-label">{label}</legend>
      {Array.from(items.entries(), ([index, item]) => {
        const name = fieldListMessages.item(one, index + 1);
        return (
          <div key={index} className="field-item">
            <div className="field-item-head">
              <span className="small text-muted">{name}</span>
              {!context.isReadOnly && (
                <span className="act-row">
                  <IconButton
                    icon="up"
                    label={fieldListMessages.moveUp(name)}
                    isDisabled={index === 0}
                    onPress={() => move(index, index - 1)}
                  />
                  <IconButton
                    icon="down"
                    label={fieldListMessages.moveDown(name)}
                    isDisabled={index === items.length - 1}
                    onPress={() => move(index, index + 1)}
                  />
                  <IconButton
                    icon="close"
                    label={fieldListMessages.remove(name)}
                    onPress={() => onChange(items.filter((_, at) => at !== index))}
                  />
                </span>
              )}
            </div>
            <SchemaField
              spec={spec.item}
              path={[...path, index]}
              value={item}
              onChange={(changed) => onChange(items.map((before, at) => (at === index ? changed : before)))}
              context={context}
            />
          </div>
        );
      })}
      {error !== null && <p className="entry-error">{error}</p>}
      {!context.isReadOnly && !isFull && (
        <Button icon="plus" onPress={() => onChange([...items, initialValue(spec.item)])}>
          {fieldListMessages.add(one)}
        </Button>
      )}
    </fieldset>
  );
}

export interface FieldsProps {
  readonly fields: readonly NamedField[];
  readonly path: FieldPath;
  readonly value: JsonObject;
  readonly onChange: (value: JsonObject) => void;
  readonly context: FieldContext;
}

/** The fields of an object. */
export function SchemaFields({ fields, path, value, onChange, context }: FieldsProps) {
  return fields.map(({ name, spec }) => (
    <SchemaField
      key={name}
      spec={spec}
      path={[...path, name]}
      value={Object.hasOwn(value, name) ? value[name] : spec.initial}
      onChange={(changed) => onChange({ ...value, [name]: changed })}
      context={context}
    />
  ));
}

function UnionInput({ spec, path, value, onChange, context }: FieldProps & { readonly spec: Extract<FieldSpec, { kind: 'union' }> }) {
  const current = isJsonRecord(value) ? value : {};
  const variant = spec.variants.find((one) => one.value === current[spec.key]) ?? spec.variants[0];
  if (!variant) return null;
  const choosePath = [...path, spec.key];
  return (
    <>
      <ChoiceField
        label={context.texts.fieldText(choosePath).label}
        value={variant.value}
        options={spec.variants.map((one) => ({ value: one.value, label: context.texts.optionText(choosePath, one.value) }))}
        isDisabled={context.isReadOnly}
        onChange={(chosen) => {
          const next = spec.variants.find((one) => one.value === chosen);
          const made = next && variantValue(spec.key, next);
          // A description fits whatever the picture shows.
          if (isJsonRecord(made)) onChange({ ...made, ...('alt' in made ? { alt: current.alt ?? '' } : {}) });
        }}
      />
      {variant.spec.kind === 'object' && (
        <SchemaFields fields={variant.spec.fields} path={path} value={current} onChange={onChange} context={context} />
      )}
    </>
  );
}

/** One field, with its label, help and problem. */
export function SchemaField(props: FieldProps) {
  const { spec, path, value, onChange, context } = props;
  const Special = context.texts.specialField(path, spec);
  if (Special) return <Special {...props} />;
  const { label } = context.texts.fieldText(path);
  if (spec.isNullable && (spec.kind === 'object' || spec.kind === 'union')) {
    const isPresent = value !== null && value !== undefined;
    return (
      <fieldset className="field-group">
        <Checkbox
          isSelected={isPresent}
          isDisabled={context.isReadOnly}
          onChange={(isOn) => onChange(isOn ? initialValue({ ...spec, isNullable: false, initial: undefined }) : null)}
        >
          {label}
        </Checkbox>
        {isPresent && <SchemaField {...props} spec={{ ...spec, isNullable: false }} />}
      </fieldset>
    );
  }
  switch (spec.kind) {
    case 'text':
      return <TextInput {...props} spec={spec} />;
    case 'number':
      return <NumberInput {...props} />;
    case 'boolean':
      return (
        <Checkbox isSelected={value === true} isDisabled={context.isReadOnly} onChange={onChange}>
          {label}
        </Checkbox>
      );
    case 'choice':
      return (
        <ChoiceField
          label={label}
          value={stringOf(value)}
          options={spec.options.map((option) => ({ value: option, label: context.texts.optionText(path, option) }))}
          isDisabled={context.isReadOnly}
          error={issueAt(context, path)}
          onChange={onChange}
        />
      );
    case 'choices':
      return (
        <TickGroup
          label={label}
          {...(context.texts.fieldText(path).hint === undefined ? {} : { hint: context.texts.fieldText(path).hint })}
          value={Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []}
          options={spec.options.map((option) => ({ value: option, label: context.texts.optionText(path, option) }))}
          isDisabled={context.isReadOnly}
          error={issueAt(context, path)}
          onChange={(chosen) => onChange(spec.options.filter((option) => chosen.includes(option)))}
        />
      );
    case 'list':
      return <ListInput {...props} spec={spec} />;
    case 'object':
      return (
        <div className="form">
          <SchemaFields fields={spec.fields} path={path} value={isJsonRecord(value) ? value : {}} onChange={onChange} context={context} />
        </div>
      );
    case 'union':
      return (
        <div className="form">
          <UnionInput {...props} spec={spec} />
        </div>
      );
  }
}
