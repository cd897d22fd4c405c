/** Every change of an item's stock, newest first, with what staff can take back. */
import { useEffect, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { MOVEMENT_LABELS, REASON_LABELS, stockFormat, itemMessages as text } from '#domains/selling/stock/messages/office.ts';
import { ADJUST_REASONS, MOVEMENT_KINDS } from '#domains/selling/stock/model/stock.ts';
import type { StockItem, StockMovement } from '#domains/selling/stock/office-contract.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { formatMoment, formatRelative } from '#ui/office/format-time.ts';
import { toastFailed } from '#ui/office/office-toasts.ts';
import { LEDGER_PAGE } from './load-stock.ts';
import { stockCalls } from './stock-calls.ts';
import { takeBack } from './take-back.ts';

/** Says why: the reason of an adjustment, or what was taken back. */
function reasonOf({ reason }: StockMovement): string {
  const known = ADJUST_REASONS.find((each) => each === reason);
  const kind = MOVEMENT_KINDS.find((each) => each === reason);
  return known ? REASON_LABELS[known] : kind ? MOVEMENT_LABELS[kind] : reason;
}

/** The record that the change belongs to. */
function Source({ movement }: { readonly movement: StockMovement }) {
  const may = useMay();
  const { orderId, orderNumber, importId, countId, deliveryId, supplier } = movement;
  if (orderId !== null && orderNumber !== null) {
    const label = text.order(orderNumber);
    return may('orders.read') ? (
      <Link className="link" to={`/orders/${orderId}`}>
        {label}
      </Link>
    ) : (
      <span>{label}</span>
    );
  }
  if (importId !== null) {
    return may('catalogue.import') ? (
      <Link className="link" to={`/imports/${importId}`}>
        {text.import(importId)}
      </Link>
    ) : (
      <span>{text.import(importId)}</span>
    );
  }
  if (deliveryId !== null) {
    return (
      <Link className="link" to={`/stock/deliveries/${deliveryId}`}>
        {supplier || text.delivery(deliveryId)}
      </Link>
    );
  }
  return countId === null ? null : (
    <Link className="link" to={`/stock/counts/${countId}`}>
      {text.count(countId)}
    </Link>
  );
}

interface RowProps {
  readonly movement: StockMovement;
  readonly timeZone: string;
  readonly onUndo: ((movement: StockMovement) => void) | null;
}

function MovementRow({ movement, timeZone, onUndo }: RowProps) {
  const { kind, quantity, level, note, actor, at, isUndone, canUndo } = movement;
  const reason = reasonOf(movement);
  return (
    <tr>
      <th scope="row">
        <span className="act-row">
          {MOVEMENT_LABELS[kind]}
          {reason !== '' && <span>· {reason}</span>}
          <Source movement={movement} />
          {isUndone && <Badge>{text.undone}</Badge>}
        </span>
        {note !== '' && <span className="stock-note">{note}</span>}
        <span className="stock-hint">
          {actor === 'shop' ? text.shop : actor} ·{' '}
          <time dateTime={at} title={formatMoment(at, timeZone)}>
            {formatRelative(at, timeZone)}
          </time>
        </span>
      </th>
      <td className="is-numeric">{stockFormat.signed(quantity)}</td>
      <td className="is-numeric">{stockFormat.number(level)}</td>
      <td className="is-action">
        {canUndo && onUndo && (
          <Button tone="quiet" onPress={() => onUndo(movement)} aria-label={text.undoNamed(MOVEMENT_LABELS[kind], quantity)}>
            {text.undo}
          </Button>
        )}
      </td>
    </tr>
  );
}

export interface StockLedgerProps {
  readonly item: StockItem;
  readonly first: { readonly rows: readonly StockMovement[]; readonly nextCursor: string | null };
}

export function StockLedger({ item, first }: StockLedgerProps) {
  const may = useMay();
  const revalidator = useRevalidator();
  const [older, setOlder] = useState<StockLedgerProps['first']>({ rows: [], nextCursor: first.nextCursor });
  const [isLoading, setIsLoading] = useState(false);
  const [chosen, setChosen] = useState<StockMovement | null>(null);
  const [isPending, setIsPending] = useState(false);
  // Older pages belong to the first one as it was.
  useEffect(() => setOlder({ rows: [], nextCursor: first.nextCursor }), [first]);

  const loadOlder = async (): Promise<void> => {
    if (older.nextCursor === null) return;
    setIsLoading(true);
    const page = await stockCalls.stockLedger({ id: item.id, cursor: older.nextCursor, limit: LEDGER_PAGE });
    setIsLoading(false);
    if (page.ok) setOlder({ rows: [...older.rows, ...page.value.rows], nextCursor: page.value.nextCursor });
    else toastFailed(page.title);
  };
  const undo = async ({ id }: StockMovement): Promise<void> => {
    setIsPending(true);
    await takeBack([id], text.undoDone, () => revalidator.revalidate());
    setIsPending(false);
    setChosen(null);
  };
  return (
    <section className="panel" aria-labelledby="ledger-heading">
      <div className="panel-head">
        <h2 id="ledger-heading">{text.ledger}</h2>
        <p className="text-muted small">{text.ledgerText}</p>
      </div>
      <table className="table stock-ledger">
        <thead>
          <tr>
            <th scope="col">{text.ledgerColumns.what}</th>
            <th scope="col" className="is-numeric">
              {text.ledgerColumns.quantity}
            </th>
            <th scope="col" className="is-numeric">
              {text.ledgerColumns.after}
            </th>
            <th scope="col">
              <span className="visually-hidden">{text.undo}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {[...first.rows, ...older.rows].map((movement) => (
            <MovementRow key={movement.id} movement={movement} timeZone={item.timeZone} onUndo={may('stock.write') ? setChosen : null} />
          ))}
        </tbody>
      </table>
      {older.nextCursor !== null && (
        <div className="stock-older">
          <Button onPress={() => void loadOlder()} isPending={isLoading}>
            {text.loadMore}
          </Button>
        </div>
      )}
      {chosen !== null && (
        <ConfirmDialog
          title={text.undoTitle}
          isOpen
          onClose={() => setChosen(null)}
          onConfirm={() => void undo(chosen)}
          action={text.undoAction(chosen.quantity)}
          consequences={[text.undoText(chosen.quantity)]}
          isPending={isPending}
        />
      )}
    </section>
  );
}
