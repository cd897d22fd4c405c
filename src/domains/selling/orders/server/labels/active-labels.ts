/** Labels of parcels that were not sent yet: bought ones, and those that are being bought. */
import { labelRefusals } from '#domains/selling/orders/messages/labels.ts';
import { isOpenLabel } from '#domains/selling/orders/model/labels/label.ts';
import { OrderActionError } from '#domains/selling/orders/model/line-fulfilment.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { askToCancel, labelsOf } from './label.repository.ts';
import { findFirstOrder } from './packed-together.ts';

interface ActiveLabels {
  readonly count: number;
  /** Number of the order whose parcels have the labels, if it is another one. */
  readonly first: number | null;
}

const countActive = async (db: Queryable, orderId: string): Promise<number> =>
  (await labelsOf(db, [orderId])).filter(({ state, shipmentId }) => state !== 'cancelled' && state !== 'failed' && shipmentId === null)
    .length;

/** Counts the labels of the parcels in which an order leaves: its own, or those of the order that it goes with. */
export async function findActiveLabels(db: Queryable, orderId: string): Promise<ActiveLabels> {
  const count = await countActive(db, orderId);
  if (count > 0) return { count, first: null };
  const first = await findFirstOrder(db, orderId);
  return first ? { count: await countActive(db, first.id), first: first.number } : { count, first: null };
}

/** @throws OrderActionError if the order leaves in the parcels of another one, and these have labels */
export async function assertFirstUnlabelled(db: Queryable, orderId: string): Promise<void> {
  const { count, first } = await findActiveLabels(db, orderId);
  if (first !== null && count > 0) throw new OrderActionError(labelRefusals.firstLabelled(first, count));
}

/**
 * Labels say what is in a parcel, so they are cancelled before its contents change.
 * @throws OrderActionError with the sentence for a number of labels of the order itself, or one that names the order that it goes with
 */
export async function assertUnlabelled(db: Queryable, orderId: string, sentence: (labels: number) => string): Promise<void> {
  const { count, first } = await findActiveLabels(db, orderId);
  if (count > 0) throw new OrderActionError(first === null ? sentence(count) : labelRefusals.firstLabelled(first, count));
}

/** Asks the job to cancel the labels of a locked order for parcels that were not sent. */
export async function cancelUnsentLabels(transaction: Transaction, orderId: string): Promise<void> {
  const unsent = (await labelsOf(transaction, [orderId])).filter((label) => isOpenLabel(label) && label.shipmentId === null);
  await askToCancel(
    transaction,
    unsent.map(({ id }) => id),
  );
}
