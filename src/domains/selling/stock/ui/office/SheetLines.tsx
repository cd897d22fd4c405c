/** The wines of a sheet with their numbers: to enter, to review, or as they were posted. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Link } from 'react-router';
import { MOVEMENT_LABELS, stockFormat } from '#domains/selling/stock/messages/office.ts';
import { sheetMessages as text } from '#domains/selling/stock/messages/sheets.ts';
import { type SheetEntry, withEntries } from '#domains/selling/stock/model/entry-queue.ts';
import { differenceOf } from '#domains/selling/stock/model/sheet.ts';
import { formatStockId } from '#domains/selling/stock/model/stock.ts';
import type { Sheet, SheetLine } from '#domains/selling/stock/sheets-contract.ts';
import { formatMoney } from '#lib/money.ts';
import { getMarketConfig } from '#markets/market.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button, IconButton } from '#ui/office/Button.tsx';
import { formatRelative } from '#ui/office/format-time.ts';
import { LineInput } from './LineInput.tsx';
import { stockName } from './stock-name.ts';
import type { NewEntry } from './use-sheet-entries.ts';

/** Rows that are shown at first, and with each press of the button. */
const SHOWN = 100;

export interface SheetLinesProps {
  readonly sheet: Sheet;
  readonly lines: readonly SheetLine[];
  /** `entry`: numbers can be entered. `review`: differences with their value. `closed`: as they were posted. */
  readonly mode: 'entry' | 'review' | 'closed';
  readonly waiting: readonly SheetEntry[];
  readonly onEnter: (entry: NewEntry) => void;
  readonly onRemove: (line: SheetLine) => void;
  readonly onDecide: (line: SheetLine, decision: 'apply' | 'skip') => void;
}

type RowProps = Omit<SheetLinesProps, 'lines'> & { readonly line: SheetLine };

export const formatValue = ({ market }: Pick<Sheet, 'market'>, cents: number): string => {
  const { locale, currency } = getMarketConfig(market);
  return formatMoney(cents, locale, currency);
};

/** What must be known about a line: who counted it, what happened since, and whether it is left out. */
function LineNotes({ sheet, line, mode, onDecide }: RowProps) {
  const { conflict, isSkipped } = line;
  const isConflict = sheet.kind === 'count' && conflict !== null && !isSkipped && sheet.state === 'open';
  return (
    <>
      <span className="stock-hint">
        {line.sku}
        {line.quantity !== null && line.enteredBy !== '' && (
          <>
            {line.sku === '' ? '' : ' · '}
            {text.countedBy(line.enteredBy, formatRelative(line.enteredAt, sheet.timeZone))}
          </>
        )}
      </span>
      {isSkipped && <Badge>{text.leftOut}</Badge>}
      {isConflict && (
        <span className="stock-note">
          {text.conflict(conflict.who, MOVEMENT_LABELS[conflict.kind], conflict.quantity)}
          {mode === 'review' && (
            <span className="act-row">
              <Button onPress={() => onDecide(line, 'apply')} aria-label={text.applyBothNamed(stockName(line))}>
                {text.applyBoth}
              </Button>
            </span>
          )}
        </span>
      )}
    </>
  );
}

function RowAction({ sheet, line, mode, onRemove, onDecide }: RowProps) {
  const name = stockName(line);
  if (mode === 'entry') return <IconButton icon="close" label={text.removeNamed(name)} onPress={() => onRemove(line)} />;
  if (mode === 'closed' || sheet.kind === 'delivery' || line.quantity === null) return null;
  return line.isSkipped ? (
    <Button tone="quiet" onPress={() => onDecide(line, 'apply')} aria-label={text.includeNamed(name)}>
      {text.include}
    </Button>
  ) : (
    <Button tone="quiet" onPress={() => onDecide(line, 'skip')} aria-label={text.leaveOutNamed(name)}>
      {text.leaveOut}
    </Button>
  );
}

function Row(props: RowProps) {
  const { sheet, line, mode, waiting, onEnter } = props;
  const { kind } = sheet;
  const mine = waiting.filter(({ productId }) => productId === line.productId);
  const quantity = withEntries(
    line.quantity,
    mine.filter(({ field }) => field === 'quantity'),
  );
  const expected = withEntries(
    line.expected,
    mine.filter(({ field }) => field === 'expected'),
  );
  const difference = differenceOf({ quantity, expected });
  const name = stockName(line);
  const set =
    (field: 'quantity' | 'expected') =>
    (value: number | null): void =>
      onEnter({ mode: 'set', field, value, productId: line.productId, name, version: line.version });
  const shown = (value: number | null): ReactNode => (value === null ? '–' : stockFormat.number(value));
  const isHidden = sheet.isBlind && mode === 'entry';
  const isStacked = mode !== 'entry';
  return (
    <tr className={line.isSkipped ? 'is-left-out' : ''}>
      <th scope="row">
        <Link className="link" to={`/stock/${formatStockId({ productId: line.productId, market: sheet.market })}`}>
          {name}
        </Link>
        <LineNotes {...props} />
      </th>
      {!isHidden && (
        <td className="is-numeric" data-label={isStacked ? text.columns.expected[kind] : undefined}>
          {mode === 'entry' && kind === 'delivery' ? (
            <LineInput
              column="expected"
              label={text.fieldOf(text.columns.expected[kind], name)}
              value={expected}
              onCommit={set('expected')}
            />
          ) : (
            shown(expected)
          )}
        </td>
      )}
      <td className="is-numeric" data-label={isStacked ? text.columns.quantity[kind] : undefined}>
        {mode === 'entry' ? (
          <LineInput
            column="quantity"
            label={text.fieldOf(text.columns.quantity[kind], name)}
            value={quantity}
            onCommit={set('quantity')}
          />
        ) : (
          shown(quantity)
        )}
      </td>
      {!isHidden && (
        <td
          className={['is-numeric', difference ? 'is-different' : '', isStacked ? 'stack-end' : 'is-roomy'].filter(Boolean).join(' ')}
          data-label={isStacked ? text.columns.difference : undefined}
        >
          {difference === null ? '' : difference === 0 ? '0' : stockFormat.signed(difference)}
        </td>
      )}
      {mode === 'review' && (
        <td className="is-numeric" data-label={text.columns.value}>
          {difference === null || difference === 0 || line.priceCents === null ? '' : formatValue(sheet, difference * line.priceCents)}
        </td>
      )}
      {mode !== 'closed' && (
        <td className={isStacked ? 'is-action stack-end' : 'is-action'}>
          <RowAction {...props} />
        </td>
      )}
    </tr>
  );
}

export function SheetLines({ lines, ...props }: SheetLinesProps) {
  const [count, setCount] = useState(SHOWN);
  const { sheet, mode } = props;
  const { kind } = sheet;
  const isHidden = sheet.isBlind && mode === 'entry';
  return (
    <>
      <div className="table-scroll">
        <table className={mode === 'entry' ? 'table sheet-lines' : 'table table-stack sheet-lines'}>
          <thead>
            <tr>
              <th scope="col">{text.columns.wine}</th>
              {!isHidden && (
                <th scope="col" className="is-numeric">
                  {text.columns.expected[kind]}
                </th>
              )}
              <th scope="col" className="is-numeric">
                {text.columns.quantity[kind]}
              </th>
              {!isHidden && (
                <th scope="col" className={mode === 'entry' ? 'is-numeric is-roomy' : 'is-numeric'}>
                  {text.columns.difference}
                </th>
              )}
              {mode === 'review' && (
                <th scope="col" className="is-numeric">
                  {text.columns.value}
                </th>
              )}
              {mode !== 'closed' && (
                <th scope="col">
                  <span className="visually-hidden">{mode === 'entry' ? text.remove : text.leaveOut}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, count).map((line) => (
              <Row key={line.productId} {...props} line={line} />
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > count && (
        <div className="stock-older">
          <Button onPress={() => setCount(count + SHOWN)}>{text.more(Math.min(SHOWN, lines.length - count))}</Button>
        </div>
      )}
    </>
  );
}
