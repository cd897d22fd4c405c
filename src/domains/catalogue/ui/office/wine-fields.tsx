/** Fields of a wine with editors of their own: prices by market, times, lists of words and paragraphs. The others follow from the schema. */
import { createContext, useContext, useState } from 'react';
import { wineMessages as text } from '#domains/catalogue/messages/office.ts';
import { wineFieldText, wineOptionText } from '#domains/catalogue/messages/office-fields.ts';
import { bottlePriceCents } from '#domains/catalogue/model/hit.ts';
import { bottleLook } from '#domains/catalogue/model/record.ts';
import type { FieldSpec } from '#lib/form-schema.ts';
import { getMarketConfig, MARKETS, type Market } from '#markets/market.ts';
import { instantInZone, localTimeIn } from '#markets/market-day.ts';
import { ChoiceField } from '#ui/office/form/ChoiceField.tsx';
import { DateField } from '#ui/office/form/DateField.tsx';
import { type FieldPath, type FieldProps, type FieldTexts, isJsonRecord, issueAt, type JsonObject } from '#ui/office/form/field-context.ts';
import { TextField } from '#ui/office/form/fields.tsx';
import { formatIn } from './format-field.ts';

/** A moment, typed in the time zone of the market. */
function TimeEntry({ path, value, onChange, context }: FieldProps) {
  const { label, hint } = wineFieldText(path);
  const { timeZone } = context;
  const shown = typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? localTimeIn(timeZone, new Date(value)) : '';
  return (
    <DateField
      label={label}
      hint={[hint, timeZone].filter(Boolean).join(' · ')}
      hasTime
      value={shown}
      isReadOnly={context.isReadOnly}
      isOptional
      error={issueAt(context, path)}
      onChange={(typed) => onChange(instantInZone(timeZone, typed)?.toISOString() ?? null)}
    />
  );
}

/** Words separated by commas, or paragraphs by empty lines. What was typed stays as it is. */
function TextsEntry({ path, value, onChange, context }: FieldProps) {
  const { label, hint } = wineFieldText(path);
  const isLong = path[0] === 'story';
  const [separator, joiner] = isLong ? [/\n\s*\n/, '\n\n'] : [/,/, ', '];
  const list = Array.isArray(value) ? value.map(String) : [];
  const [typed, setTyped] = useState<string | null>(null);
  const split = (from: string): string[] =>
    from
      .split(separator)
      .map((part) => part.trim())
      .filter(Boolean);
  const isTyped = typed !== null && JSON.stringify(split(typed)) === JSON.stringify(list);
  const problem = list.map((_, index) => issueAt(context, [...path, index])).find((issue) => issue !== null) ?? issueAt(context, path);
  return (
    <TextField
      label={label}
      hint={[hint, isLong ? text.paragraphsHint : text.wordsHint].filter(Boolean).join('. ')}
      value={isTyped ? typed : list.join(joiner)}
      isReadOnly={context.isReadOnly}
      isOptional
      error={problem}
      onChange={(next) => {
        setTyped(next);
        onChange(split(next));
      }}
      {...(isLong ? { rows: 8 } : {})}
    />
  );
}

/** A number that may be left out. Text that is no number stays as typed. */
function NumberEntry({ path, value, onChange, context }: FieldProps) {
  const { label, hint } = wineFieldText(path);
  const isText = typeof value === 'number' || typeof value === 'string';
  return (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      inputMode="decimal"
      isOptional
      isReadOnly={context.isReadOnly}
      value={isText ? String(value) : ''}
      error={issueAt(context, path)}
      onChange={(typed) => onChange(typed === '' ? null : /^-?\d+(?:\.\d+)?$/.test(typed) ? Number(typed) : typed)}
    />
  );
}

/** What the prices of a wine depend on besides themselves. */
export interface PricedAs {
  readonly markets: readonly Market[];
  /** Null while it is not valid. */
  readonly packSize: number | null;
}

/** Provided by the form. */
export const PricedAsContext = createContext<PricedAs>({ markets: MARKETS, packSize: null });

const PRICE_PARTS = ['packPrice', 'packRRP', 'rrpSource', 'rrpDate'] as const;

/** The prices of a market. Without a price it is not sold there. */
function MarketPrice({
  market,
  value,
  onChange,
  context,
}: Pick<FieldProps, 'context'> & {
  readonly market: Market;
  readonly value: JsonObject;
  readonly onChange: (value: JsonObject | null) => void;
}) {
  const { currency } = getMarketConfig(market);
  const packSize = useContext(PricedAsContext).packSize ?? 0;
  const price = value.packPrice;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const set = (part: (typeof PRICE_PARTS)[number], entered: string): void => {
    setTyped({ ...typed, [part]: entered });
    const isAmount = part === 'packPrice' || part === 'packRRP';
    const { [part]: _, ...others } = value;
    const parsed = isAmount && /^\d+(?:\.\d+)?$/.test(entered) ? Number(entered) : entered;
    const next = entered === '' ? others : { ...others, [part]: parsed };
    onChange(Object.keys(next).filter((key) => next[key] !== null).length === 0 ? null : next);
  };
  const shown = (part: (typeof PRICE_PARTS)[number]): string => {
    const current = value[part];
    const own = typed[part];
    if (own !== undefined && (Number(own) === current || own === current)) return own;
    if (typeof current === 'number') return current.toFixed(2);
    return typeof current === 'string' ? current : '';
  };
  const bottle =
    typeof price === 'number' && packSize > 1
      ? text.bottlePrice(formatIn(market, bottlePriceCents(Math.round(price * 100), packSize) / 100))
      : text.noPriceHint;
  return (
    <fieldset className="field-group">
      <legend className="entry-label">{text.pricesIn(market, currency)}</legend>
      <div className="form-row">
        {PRICE_PARTS.map((part) => {
          const { label, hint } = wineFieldText(['prices', market, part]);
          const words = part === 'packPrice' ? bottle : hint;
          const isAmount = part === 'packPrice' || part === 'packRRP';
          const shared = {
            label,
            ...(words === undefined ? {} : { hint: words }),
            isOptional: part !== 'packPrice',
            isReadOnly: context.isReadOnly,
            value: shown(part),
            error: issueAt(context, ['prices', market, part]),
            onChange: (entered: string) => set(part, entered.trim()),
          };
          return part === 'rrpDate' ? (
            <DateField key={part} {...shared} />
          ) : (
            <TextField key={part} {...shared} {...(isAmount ? { prefix: '$', inputMode: 'decimal' as const } : {})} />
          );
        })}
      </div>
    </fieldset>
  );
}

function PricesEntry({ value, onChange, context }: FieldProps) {
  const prices = isJsonRecord(value) ? value : {};
  const { markets } = useContext(PricedAsContext);
  return markets.map((market) => {
    const own = prices[market];
    return (
      <MarketPrice
        key={market}
        market={market}
        value={isJsonRecord(own) ? own : {}}
        context={context}
        onChange={(next) => {
          const { [market]: _, ...others } = prices;
          onChange(next === null ? others : { ...others, [market]: next });
        }}
      />
    );
  });
}

const SHAPES = bottleLook.shape.shape.unwrap().options;

/** How the bottle is drawn. What is left out follows from producer and wine. */
function BottleEntry({ value, onChange, context }: FieldProps) {
  const look = isJsonRecord(value) ? value : {};
  const set = (part: string, chosen: string): void => {
    const { [part]: _, ...others } = look;
    onChange(chosen === '' ? others : { ...others, [part]: chosen });
  };
  const shown = (part: string): string => {
    const current = look[part];
    return typeof current === 'string' ? current : '';
  };
  return (
    <fieldset className="field-group">
      <legend className="entry-label">{wineFieldText(['bottle']).label}</legend>
      <div className="form-row">
        <ChoiceField
          label={wineFieldText(['bottle', 'shape']).label}
          value={shown('shape')}
          options={[{ value: '', label: text.drawnByItself }, ...SHAPES.map((shape) => ({ value: shape, label: shape }))]}
          isDisabled={context.isReadOnly}
          onChange={(shape) => set('shape', shape)}
        />
        {(['glass', 'capsule', 'layout', 'palette'] as const).map((part) => (
          <TextField
            key={part}
            label={wineFieldText(['bottle', part]).label}
            isOptional
            isReadOnly={context.isReadOnly}
            maxLength={20}
            value={shown(part)}
            onChange={(typed) => set(part, typed)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Value of the field in the form that is left out of the draft (`withoutUnstated`). */
const NOT_STATED = false;

/** Returns a draft without a replacement that is not stated. */
export function withoutUnstated(draft: JsonObject): JsonObject {
  const { nextOfferId, ...others } = draft;
  return nextOfferId === NOT_STATED || nextOfferId === undefined ? others : draft;
}

const REPLACEMENTS = ['vintage', 'none', 'wine'] as const;

/** Which page replaces that of the wine when its sale has ended. Nothing stated is the next vintage. */
function NextEntry({ path, value, onChange, context }: FieldProps) {
  const { label } = wineFieldText(path);
  const current = value === undefined || value === NOT_STATED ? 'vintage' : value === null ? 'none' : 'wine';
  return (
    <>
      <ChoiceField
        label={label}
        value={current}
        options={REPLACEMENTS.map((option) => ({ value: option, label: text.replacements[option] }))}
        isDisabled={context.isReadOnly}
        onChange={(chosen) => onChange(chosen === 'wine' ? '' : chosen === 'none' ? null : NOT_STATED)}
      />
      {current === 'wine' && (
        <TextField
          label={text.replacementId}
          value={typeof value === 'string' ? value : ''}
          isReadOnly={context.isReadOnly}
          error={issueAt(context, path)}
          onChange={(typed) => onChange(typed.trim())}
        />
      )}
    </>
  );
}

const TEXTS = new Set(['tags', 'preservatives', 'story']);
const TIMES = new Set(['startsAt', 'endsAt']);

function specialField(path: FieldPath, spec: FieldSpec) {
  const [name] = path;
  if (path.length !== 1 || typeof name !== 'string') return null;
  if (name === 'prices') return PricesEntry;
  if (name === 'bottle') return BottleEntry;
  if (name === 'nextOfferId') return NextEntry;
  if (TIMES.has(name)) return TimeEntry;
  if (TEXTS.has(name)) return TextsEntry;
  return spec.kind === 'number' && spec.isNullable ? NumberEntry : null;
}

/** Words and editors of the fields of a wine. */
export const WINE_TEXTS: FieldTexts = { fieldText: wineFieldText, optionText: wineOptionText, specialField };
