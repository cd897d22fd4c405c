/** The wines of a draft with a search for more, its coupons and its sums. */
import { type FormEvent, useEffect, useState } from 'react';
import { Button as AriaButton, Group, Input, NumberField } from 'react-aria-components';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { draftMessages as text } from '#domains/selling/draft-orders/messages/office.ts';
import type { DraftOrder } from '#domains/selling/draft-orders/office-contract.ts';
import { getMarketConfig } from '#markets/market.ts';
import { TagBadge } from '#ui/office/Badge.tsx';
import { Button, IconButton } from '#ui/office/Button.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import { draftCalls } from './draft-calls.ts';
import { useDraftAction } from './use-draft-action.ts';

type Action = ReturnType<typeof useDraftAction>;
type FoundWine = Extract<Awaited<ReturnType<typeof draftCalls.findDraftWines>>, { ok: true }>['value']['rows'][number];
type Line = DraftOrder['lines'][number];

const SEARCH_PAUSE_MS = 200;
const MIN_SEARCH = 2;

function WineSearch({ draft, action }: { readonly draft: DraftOrder; readonly action: Action }) {
  const { market } = draft;
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<readonly FoundWine[] | null>(null);
  const query = typed.trim();
  useEffect(() => {
    setFound(null);
    if (query.length < MIN_SEARCH) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void draftCalls.findDraftWines({ market, q: query }).then((result) => isCurrent && result.ok && setFound(result.value.rows));
    }, SEARCH_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, market]);
  const choose = ({ offerId, productId, name }: FoundWine): void =>
    action.run({
      send: (seen) => draftCalls.addDraftWine({ ...seen, offerId, productId }),
      done: text.added(name),
      onDone: () => setTyped(''),
    });
  return (
    <div className="stack">
      <TextField label={text.addWine} hint={text.addHint} value={typed} onChange={setTyped} maxLength={100} autoComplete="off" />
      <div role="status">{found?.length === 0 && <p className="text-muted">{text.noWine(query)}</p>}</div>
      {found !== null && found.length > 0 && (
        <ul className="draft-found" aria-label={text.wines}>
          {found.map((wine) => (
            <li key={wine.offerId}>
              <Button onPress={() => choose(wine)} isDisabled={action.isPending}>
                <span className="cell-two">
                  <span>{wine.name}</span>
                  <span className="text-muted small">{text.wine(formatMoneyIn(market, wine.price), wine.available)}</span>
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const nameOf = ({ brand, name, vintage }: Line): string => [brand, name, vintage].filter(Boolean).join(' ');

interface LineProps {
  readonly draft: DraftOrder;
  readonly line: Line;
  readonly action: Action;
  readonly isEditable: boolean;
}

function DraftLine({ draft, line, action, isEditable }: LineProps) {
  const name = nameOf(line);
  const set = (quantity: number): void => {
    if (!Number.isFinite(quantity) || quantity === line.quantity) return;
    action.run({ send: (seen) => draftCalls.setDraftQuantity({ ...seen, lineId: line.id, productId: line.productId, quantity }) });
  };
  return (
    <li className="draft-line">
      <span className="cell-two">
        <span>{name}</span>
        <span className="text-muted small">
          {line.addedByPromotion ? text.gift : text.wine(formatMoneyIn(draft.market, line.listPrice), line.availableStock)}
        </span>
      </span>
      <span className="draft-line-end">
        {isEditable && !line.addedByPromotion ? (
          <NumberField
            aria-label={text.quantity(name)}
            minValue={1}
            step={1}
            value={line.quantity}
            onChange={set}
            isDisabled={action.isPending}
          >
            <Group className="quantity-field">
              <AriaButton slot="decrement" className="act-icon">
                <OfficeIcon name="dash" />
              </AriaButton>
              <Input className="quantity-input num" />
              <AriaButton slot="increment" className="act-icon">
                <OfficeIcon name="plus" />
              </AriaButton>
            </Group>
          </NumberField>
        ) : (
          <span className="num">{line.quantity}</span>
        )}
        <span className="num draft-line-price">{formatMoneyIn(draft.market, line.extendedListPrice)}</span>
        {isEditable && !line.addedByPromotion && (
          <IconButton icon="close" label={text.remove(name)} isDisabled={action.isPending} onPress={() => set(0)} />
        )}
      </span>
    </li>
  );
}

function Coupons({ draft, action, isEditable }: { readonly draft: DraftOrder; readonly action: Action; readonly isEditable: boolean }) {
  const [code, setCode] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() !== '')
      action.run({ send: (seen) => draftCalls.addDraftCoupon({ ...seen, code: code.trim() }), onDone: () => setCode('') });
  };
  return (
    <>
      {draft.coupons.length > 0 && (
        <ul className="act-row">
          {draft.coupons.map((coupon) => (
            <li key={coupon} className="tag-item">
              <TagBadge>{coupon}</TagBadge>
              {isEditable && (
                <IconButton
                  icon="close"
                  label={text.removeCoupon(coupon)}
                  isDisabled={action.isPending}
                  onPress={() => action.run({ send: (seen) => draftCalls.removeDraftCoupon({ ...seen, code: coupon }) })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isEditable && draft.lines.length > 0 && (
        <form className="draft-coupon" onSubmit={submit}>
          <TextField label={text.coupon} isOptional value={code} onChange={setCode} maxLength={60} autoComplete="off" />
          <Button type="submit" isDisabled={action.isPending}>
            {text.addCoupon}
          </Button>
        </form>
      )}
    </>
  );
}

function Sums({ draft }: { readonly draft: DraftOrder }) {
  const { totals, market } = draft;
  const money = (amount: number): string => formatMoneyIn(market, amount);
  const rows: readonly (readonly [label: string, value: string, isTotal?: boolean])[] = [
    [text.sums.subtotal, money(totals.base)],
    ...(totals.discount > 0 ? [[text.sums.discount, `−${money(totals.discount)}`] as const] : []),
    [text.sums.delivery, totals.shipping === 0 ? text.sums.free : money(totals.shipping)],
    [text.sums.total, money(totals.total), true],
    ...(totals.credit > 0
      ? [[text.sums.credit, `−${money(totals.credit)}`] as const, [text.sums.charge, money(totals.charge)] as const]
      : []),
  ];
  return (
    <dl className="facts-sum order-sums num">
      {rows.map(([label, value, isTotal = false]) => (
        <div key={label} className={isTotal ? 'sum is-total' : 'sum'}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className="sum small">
        <dt>{text.tax(getMarketConfig(market).taxName, money(totals.tax))}</dt>
      </div>
    </dl>
  );
}

export function DraftItems({ draft, isEditable }: { readonly draft: DraftOrder; readonly isEditable: boolean }) {
  const action = useDraftAction(draft);
  return (
    <section className="panel" aria-labelledby="items-heading">
      <div className="panel-head">
        <h2 id="items-heading">{text.items}</h2>
      </div>
      <div className="panel-body stack">
        <FormError error={action.error} />
        {isEditable && <WineSearch draft={draft} action={action} />}
        {draft.lines.length === 0 ? (
          <p className="text-muted">{text.empty}</p>
        ) : (
          <ul>
            {draft.lines.map((line) => (
              <DraftLine key={line.id} draft={draft} line={line} action={action} isEditable={isEditable} />
            ))}
          </ul>
        )}
        <Coupons draft={draft} action={action} isEditable={isEditable} />
      </div>
      {draft.lines.length > 0 && <Sums draft={draft} />}
    </section>
  );
}
