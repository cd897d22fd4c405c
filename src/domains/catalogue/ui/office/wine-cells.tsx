/** The cells of the list of wines. */

import { useState } from 'react';
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { AUDIENCE_LABELS, STATE_LABELS, TIER_LABELS, wineListMessages as text } from '#domains/catalogue/messages/office.ts';
import { TIERS_ELIGIBLE, type TierEligible } from '#domains/catalogue/model/record.ts';
import { priceField } from '#domains/catalogue/model/wine-change.ts';
import type { WineState } from '#domains/catalogue/model/wine-list.ts';
import type { WineRow } from '#domains/catalogue/office-contract.ts';
import { formatDay } from '#markets/market-day.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import { TickGroup } from '#ui/office/form/ChoiceField.tsx';
import { EditableCell } from './EditableCell.tsx';
import { formatIn } from './format-field.ts';
import { endOfDay, firstDay, lastDay, startOfDay } from './sale-days.ts';
import { useWineEditing, type WineEdit } from './wine-editing.ts';

export const STATE_TONES: Readonly<Record<WineState, Tone>> = { on_sale: 'good', scheduled: 'info', ended: 'plain', not_sold: 'wait' };

interface CellProps {
  readonly row: WineRow;
}

const useRow = (row: WineRow): WineRow => useWineEditing().rowOf(row);
const nameOf = ({ brand, name }: WineRow): string => text.rowName(brand, name);

/** The wine: picture, name, producer. */
export function NameCell({ row }: CellProps) {
  return (
    <span className="wine-name">
      <img src={row.imageUrl} alt="" loading="lazy" decoding="async" className={row.hasPictures ? 'wine-thumb is-photo' : 'wine-thumb'} />
      <span className="cell-two">
        <span>{row.name}</span>
        <span className="text-muted small">{row.brand}</span>
      </span>
    </span>
  );
}

export function StateCell({ row }: CellProps) {
  const { state } = useRow(row);
  return <Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge>;
}

const PRICE = /^\d{1,7}(?:\.\d{1,2})?$/;

export function PriceCell({ row: listed }: CellProps) {
  const row = useRow(listed);
  const { market, price } = row;
  // A first price needs more than a number: it is entered on the page of the wine.
  if (price === null) return <span className="text-muted">{text.noPrice}</span>;
  const toEdit = (typed: string): WineEdit | string | null => {
    const plain = typed.replace(/^\$/, '').replace(/,(?=\d{3}\b)/g, '');
    if (!PRICE.test(plain) || Number(plain) <= 0) return text.priceInvalid;
    const amount = Number(plain);
    if (amount === price) return null;
    return {
      change: { price: { by: 'set', amount } },
      undo: { price: { by: 'set', amount: price } },
      field: priceField(market),
      label: text.columns.price,
      shown: formatIn(market, amount),
    };
  };
  return (
    <EditableCell
      row={row}
      field="price"
      label={text.edit(text.columns.price, nameOf(row))}
      value={price.toFixed(2)}
      type="text"
      toEdit={toEdit}
    >
      {formatIn(market, price)}
    </EditableCell>
  );
}

const LOW_CASES = 10;

export function StockCell({ row }: CellProps) {
  const { available, reserved } = row.stock;
  return (
    <span className={available < LOW_CASES ? 'stock is-low' : 'stock'} title={reserved > 0 ? text.reserved(reserved) : undefined}>
      {available > 0 ? available.toLocaleString('en-AU') : text.noStock}
    </span>
  );
}

export function StartsCell({ row: listed }: CellProps) {
  const row = useRow(listed);
  const { market, startsAt, endsAt } = row;
  const day = firstDay(market, startsAt);
  const toEdit = (typed: string): WineEdit | string | null => {
    const next = typed === '' ? null : startOfDay(market, typed);
    if (typed !== '' && next === null) return text.dayInvalid;
    if (next !== null && endsAt !== null && next >= endsAt) return text.endsBeforeStart;
    return {
      change: { startsAt: next },
      undo: { startsAt },
      field: 'startsAt',
      label: text.columns.starts,
      shown: typed === '' ? text.always : formatDay(market, typed),
    };
  };
  return (
    <EditableCell row={row} field="starts" label={text.edit(text.columns.starts, nameOf(row))} value={day} type="date" toEdit={toEdit}>
      {day === '' ? <span className="text-muted">{text.always}</span> : formatDay(market, day)}
    </EditableCell>
  );
}

export function EndsCell({ row: listed }: CellProps) {
  const row = useRow(listed);
  const { market, startsAt, endsAt } = row;
  const day = lastDay(market, endsAt);
  const toEdit = (typed: string): WineEdit | string | null => {
    const next = typed === '' ? null : endOfDay(market, typed);
    if (typed !== '' && next === null) return text.dayInvalid;
    if (next !== null && startsAt !== null && next <= startsAt) return text.endsBeforeStart;
    return {
      change: { endsAt: next },
      undo: { endsAt },
      field: 'endsAt',
      label: text.columns.ends,
      shown: typed === '' ? text.open : formatDay(market, typed),
    };
  };
  return (
    <EditableCell row={row} field="ends" label={text.edit(text.columns.ends, nameOf(row))} value={day} type="date" toEdit={toEdit}>
      {day === '' ? <span className="text-muted">{text.open}</span> : formatDay(market, day)}
    </EditableCell>
  );
}

const tierNames = (tiers: readonly TierEligible[]): string =>
  tiers.includes('ALL') ? TIER_LABELS.ALL : tiers.map((tier) => TIER_LABELS[tier]).join(', ');

const isTier = (value: string): value is TierEligible => TIERS_ELIGIBLE.some((tier) => tier === value);

/** Who sees it, changed by ticks. The change is sent when they are closed. */
export function TiersCell({ row: listed }: CellProps) {
  const row = useRow(listed);
  const { canEdit, save } = useWineEditing();
  const [chosen, setChosen] = useState<readonly TierEligible[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { tiersEligible, audience } = row;
  const shown =
    audience === 'secret' || audience === 'members'
      ? `${AUDIENCE_LABELS[audience]}: ${tierNames(tiersEligible)}`
      : tierNames(tiersEligible);
  if (!canEdit) return shown;
  const close = async (): Promise<void> => {
    const tiers = TIERS_ELIGIBLE.filter((tier) => chosen?.includes(tier));
    if (chosen === null || tiers.length === 0 || tiers.join() === tiersEligible.join()) return setChosen(null);
    const refused = await save(row, {
      change: { tiersEligible: tiers },
      undo: { tiersEligible },
      field: 'tiersEligible',
      label: text.columns.tiers,
      shown: tierNames(tiers),
    });
    setProblem(refused);
    if (refused === null) setChosen(null);
  };
  return (
    <DialogTrigger
      isOpen={chosen !== null}
      onOpenChange={(isOpen) => {
        if (isOpen) setChosen(tiersEligible);
        else void close();
      }}
    >
      <AriaButton className="edit-button" data-edit="tiers" excludeFromTabOrder aria-label={text.edit(text.columns.tiers, nameOf(row))}>
        {shown}
      </AriaButton>
      <Popover className="popover" placement="bottom start">
        <Dialog aria-label={text.columns.tiers}>
          <TickGroup
            label={text.columns.tiers}
            value={chosen ?? tiersEligible}
            options={TIERS_ELIGIBLE.map((value) => ({ value, label: TIER_LABELS[value] }))}
            onChange={(values) => setChosen(values.filter(isTier))}
            error={problem}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
