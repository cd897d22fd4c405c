/** Says what a delivery costs by the zones of the form, saved or not. */
import { useEffect, useId, useState } from 'react';
import { zoneTrialMessages as text } from '#domains/selling/shipping/messages/zone-trial.ts';
import { explainFee } from '#domains/selling/shipping/model/explain-fee.ts';
import { CARRIERS } from '#domains/settings/model/groups/carriers.ts';
import { DELIVERY_ZONES, toDeliveryZones, type ZoneContext } from '#domains/settings/model/groups/delivery-zones.ts';
import { SHIPPING, toShippingTable } from '#domains/settings/model/groups/shipping.ts';
import { checkValue } from '#domains/settings/model/parse-value.ts';
import { parseNumber } from '#domains/settings/model/setting-draft.ts';
import { marketOfScope } from '#domains/settings/model/setting-group.ts';
import type { SettingPanelProps } from '#domains/settings/ui/office/SettingScreen.tsx';
import { settingCalls } from '#domains/settings/ui/office/setting-calls.ts';
import { formatMoney } from '#lib/money.ts';
import type { SellingTerms } from '#markets/definition.ts';
import { deliveryRules } from '#markets/delivery.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { TextField } from '#ui/office/form/fields.tsx';

const MAX_BOTTLES = 10_000;
const MAX_KILOGRAMS = 100_000;

/** What the fees of the market depend on besides the form. */
type SavedFees = ZoneContext & { readonly table: SellingTerms['shipping'] };

/** Reads the saved fees of a market and the weight of a bottle. @returns null until they are here */
function useSavedFees(market: Market): SavedFees | null {
  const [fees, setFees] = useState<SavedFees | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const read = async (): Promise<void> => {
      const [shipping, carriers] = await Promise.all(
        [SHIPPING, CARRIERS].map(({ id }) => settingCalls.setting({ group: id, scope: market })),
      );
      if (!isCurrent || !shipping?.ok || !carriers?.ok) return;
      const table = SHIPPING.schema.safeParse(shipping.value.value);
      const bottle = CARRIERS.schema.pick({ bottleKilograms: true }).safeParse(carriers.value.value);
      if (table.success && bottle.success)
        setFees({ market, shipping: table.data, bottleKilograms: bottle.data.bottleKilograms, table: toShippingTable(table.data) });
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [market]);
  return fees;
}

/** Returns the terms with the zones of the form, null while it has a mistake. */
function termsOf(fees: SavedFees, scope: string, values: Readonly<Record<string, unknown>>): SellingTerms | null {
  const { issues } = checkValue(DELIVERY_ZONES, scope, values);
  const parsed = DELIVERY_ZONES.schema.safeParse(values);
  if (issues.length > 0 || !parsed.success) return null;
  const zones = toDeliveryZones(parsed.data, fees);
  return { shipping: fees.table, taxPercent: 0, ...(zones && { zones }) };
}

interface Tried {
  readonly postcode: string;
  readonly bottles: string;
  readonly weight: string;
}

const between = (typed: string, min: number, max: number): number | null => {
  const value = parseNumber(typed);
  return typeof value === 'number' && value >= min && value <= max ? value : null;
};

/** Returns what is shown for the entries: a price, or what is missing. */
function explain(market: Market, terms: SellingTerms | null, { postcode, bottles, weight }: Tried) {
  if (terms === null) return { price: null, sentences: [text.incomplete] };
  const kilograms = between(weight, 0.001, MAX_KILOGRAMS);
  const count = between(bottles, 1, MAX_BOTTLES);
  const isTyped = weight.trim() === '' ? count !== null && Number.isInteger(count) : kilograms !== null;
  if (!isTyped) return { price: null, sentences: [text.enterBottles] };
  const explained = explainFee(market, terms, { postcode: postcode.trim(), bottles: count ?? 0, kilograms });
  if (!explained) return { price: null, sentences: [text.enterPostcode(deliveryRules(market).address.postcodeDigits)] };
  const { locale, currency } = getMarketConfig(market);
  const price = explained.cents === null ? text.notDelivered : formatMoney(explained.cents, locale, currency);
  return { price, sentences: explained.sentences };
}

export function ZoneTrial({ setting: { scope }, form }: SettingPanelProps) {
  const market = marketOfScope(scope);
  const fees = useSavedFees(market);
  const [tried, setTried] = useState<Tried>({ postcode: '', bottles: '6', weight: '' });
  const headingId = useId();
  const shown = fees && explain(market, termsOf(fees, scope, form.draft), tried);
  return (
    <section className="panel" aria-labelledby={headingId}>
      <div className="panel-head">
        <h2 id={headingId}>{text.title}</h2>
      </div>
      <div className="panel-body form">
        <p className="text-muted small">{text.hint}</p>
        <TextField
          label={text.postcode}
          inputMode="numeric"
          value={tried.postcode}
          onChange={(postcode) => setTried({ ...tried, postcode })}
        />
        <div className="form-row">
          <TextField
            label={text.bottles}
            inputMode="numeric"
            value={tried.bottles}
            onChange={(bottles) => setTried({ ...tried, bottles })}
          />
          <TextField
            label={text.weight}
            hint={text.weightHint}
            isOptional
            inputMode="decimal"
            value={tried.weight}
            onChange={(weight) => setTried({ ...tried, weight })}
          />
        </div>
        <div role="status">
          {shown === null ? (
            <p className="text-muted small">{text.loading}</p>
          ) : (
            <>
              {shown.price !== null && (
                <p>
                  <b className="num">{shown.price}</b>
                </p>
              )}
              <p className="small">{shown.sentences.join(' ')}</p>
            </>
          )}
        </div>
      </div>
    </section>
  );
}
