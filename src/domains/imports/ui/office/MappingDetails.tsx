/** The decisions of a mapping that belong to no single column: prices by market, stock, sizes and what new wines are. */
import { CATEGORY_NAMES } from '#domains/catalogue/model/category.ts';
import type { MappingChoices } from '#domains/catalogue/model/import/mapping/mapping-choices.ts';
import { mappingMessages as text } from '#domains/imports/messages/office.ts';
import { AUDIENCES } from '#markets/audiences.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { Checkbox, TextField } from '#ui/office/form/fields.tsx';
import { ChoiceEntry } from './ChoiceCell.tsx';

interface DetailsProps {
  readonly choices: MappingChoices;
  readonly onChange: (choices: MappingChoices) => void;
}

const ROUNDINGS = ['1.00', '0.50', '0.05', '.99'] as const;
const PACKS = [1, 3, 4, 6, 12, 24] as const;
const BY_PRICE = '';
const DEFAULT_PRICING = { rate: 1, marginPercent: 0, rounding: '1.00' } as const;

/** Reads a number that a person typed; null while it is none. */
const numberOf = (typed: string): number | null => (/^-?\d+(?:\.\d+)?$/.test(typed.trim()) ? Number(typed) : null);

function MarketPrices({ market, choices, onChange }: DetailsProps & { readonly market: Market }) {
  const pricing = choices.markets[market];
  const change = (next: typeof pricing): void => onChange({ ...choices, markets: { ...choices.markets, [market]: next } });
  const stock = choices.stock[market];
  return (
    <fieldset className="mapping-market">
      <legend className="visually-hidden">{market}</legend>
      <Checkbox isSelected={pricing !== null} onChange={(isSold) => change(isSold ? DEFAULT_PRICING : null)}>
        {text.soldIn(market)}
      </Checkbox>
      {pricing !== null && (
        <div className="form-row">
          <TextField
            label={text.currencyRate(market)}
            defaultValue={String(pricing.rate)}
            inputMode="decimal"
            onChange={(typed) => {
              const rate = numberOf(typed);
              if (rate !== null && rate > 0) change({ ...pricing, rate });
            }}
          />
          <TextField
            label={text.margin(market)}
            defaultValue={String(pricing.marginPercent)}
            inputMode="decimal"
            onChange={(typed) => {
              const marginPercent = numberOf(typed);
              if (marginPercent !== null && marginPercent >= -90 && marginPercent <= 1_000) change({ ...pricing, marginPercent });
            }}
          />
          <ChoiceEntry
            label={text.rounding(market)}
            value={pricing.rounding}
            options={ROUNDINGS.map((value) => ({ value, label: text.roundings[value] }))}
            onChange={(value) => change({ ...pricing, rounding: ROUNDINGS.find((rounding) => rounding === value) ?? '1.00' })}
          />
          <TextField
            label={text.stockOf(market)}
            hint={text.initialStock}
            defaultValue={stock === 'column' ? '' : String(stock)}
            isDisabled={stock === 'column'}
            inputMode="numeric"
            onChange={(typed) => {
              const cases = numberOf(typed);
              if (cases !== null && Number.isInteger(cases) && cases >= 0)
                onChange({ ...choices, stock: { ...choices.stock, [market]: cases } });
            }}
          />
          {choices.columns.stock !== undefined && (
            <Checkbox
              isSelected={stock === 'column'}
              onChange={(isColumn) => onChange({ ...choices, stock: { ...choices.stock, [market]: isColumn ? 'column' : 0 } })}
            >
              {text.stockColumn}
            </Checkbox>
          )}
        </div>
      )}
    </fieldset>
  );
}

export function MappingDetails({ choices, onChange }: DetailsProps) {
  return (
    <details className="panel mapping-details">
      <summary className="panel-head">{text.more}</summary>
      <div className="panel-body form">
        {MARKETS.map((market) => (
          <MarketPrices key={market} market={market} choices={choices} onChange={onChange} />
        ))}
        <div className="form-row">
          <ChoiceEntry
            label={text.decimal}
            value={choices.decimal}
            options={(['.', ','] as const).map((value) => ({ value, label: text.decimals[value] }))}
            onChange={(value) => onChange({ ...choices, decimal: value === ',' ? ',' : '.' })}
          />
          <ChoiceEntry
            label={text.packSize}
            value={choices.packSize === null ? BY_PRICE : String(choices.packSize)}
            options={[{ value: BY_PRICE, label: text.packByPrice }, ...PACKS.map((size) => ({ value: String(size), label: String(size) }))]}
            onChange={(value) => onChange({ ...choices, packSize: value === BY_PRICE ? null : Number(value) })}
          />
          <ChoiceEntry
            label={text.audience}
            value={choices.audience}
            options={AUDIENCES.map((value) => ({ value, label: value }))}
            onChange={(value) => onChange({ ...choices, audience: AUDIENCES.find((each) => each === value) ?? choices.audience })}
          />
          <ChoiceEntry
            label={text.category}
            value={choices.category}
            options={CATEGORY_NAMES.map((value) => ({ value, label: value }))}
            onChange={(value) => onChange({ ...choices, category: CATEGORY_NAMES.find((each) => each === value) ?? choices.category })}
          />
        </div>
      </div>
    </details>
  );
}
