/**
 * The job that buys and cancels labels. Each label is a step of its own that can be repeated: before a label is bought again, the carrier
 * is asked by the shop's reference whether it was, so that a process killed between the purchase and its storage buys nothing twice.
 */
import { canTransition } from '#domains/selling/checkout/model/order-status.ts';
import { labelRefusals, labelFailures as text } from '#domains/selling/orders/messages/labels.ts';
import { parcelCode } from '#domains/selling/orders/model/labels/label.ts';
import { unshippedQuantity } from '#domains/selling/orders/model/line-fulfilment.ts';
import { readLineFulfilments } from '../fulfilment.repository.ts';
import { readOrder } from '../order-view.ts';
import { type BoughtLabel, type Carrier, CarrierRefusal } from './carrier-port.ts';
import { claimLabels, endLabel, findLabel, keepBought, type Label, postponeLabel, storeBought } from './label.repository.ts';
import { hashDestination, type LabelDeps } from './label-deps.ts';

/** Waiting time for a carrier. */
const CARRIER_TIMEOUT_MS = 20_000;
/** Attempts over about an hour, after which a person decides. */
const MAX_ATTEMPTS = 12;
/** Labels that are claimed at once. They are worked on together, so that a slow carrier delays a portion by one waiting time. */
const PORTION = 8;
/** Portions of one run, after which others get their turn. */
const MAX_PORTIONS = 25;

const messageOf = (error: unknown): string =>
  error instanceof Error && error.name === 'TimeoutError' ? text.timeout : error instanceof Error ? error.message : String(error);

/** Buys an intended label. */
async function buy({ database, documentShopOf }: LabelDeps, carrier: Carrier, label: Label, signal: AbortSignal): Promise<void> {
  const { id, orderId, orderNumber, number, parcel, parcels, attempts, isCancelling } = label;
  // The claim counts as an attempt. Whoever made an earlier one may have bought the label.
  const found = attempts > 1 ? await carrier.findLabel(id, signal) : null;
  if (found) return void (await storeBought(database, id, found));
  if (isCancelling) return void (await endLabel(database, id, 'cancelled', ''));
  const order = await readOrder(database, orderId);
  const isLeft = order !== null && (await readLineFulfilments(database, orderId)).some((line) => unshippedQuantity(line) > 0);
  if (!isLeft) return void (await endLabel(database, id, 'cancelled', text.nothingLeft));
  if (!canTransition(order.status, 'Shipped')) return void (await endLabel(database, id, 'cancelled', labelRefusals.notPaid(order.status)));
  if (hashDestination(order) !== label.destination) return void (await endLabel(database, id, 'failed', text.moved));
  const shop = documentShopOf(order.market, new Date());
  const bought = await carrier.buyLabel({ reference: id, code: parcelCode(orderNumber, number), parcel, parcels, order, shop }, signal);
  await storeBought(database, id, bought);
}

/** Cancels a bought label. */
async function cancel({ database }: LabelDeps, carrier: Carrier, label: Label, signal: AbortSignal): Promise<void> {
  const { carrierReference, trackingNumber, trackingUrl } = label;
  const bought: BoughtLabel = { carrierReference, trackingNumber, trackingUrl };
  await carrier.cancelLabel(bought, signal);
  await endLabel(database, label.id, 'cancelled', '');
}

/** Makes the next step of a label that was claimed. */
async function processLabel(deps: LabelDeps, id: string): Promise<void> {
  const label = await findLabel(deps.database, id);
  if (!label) return;
  const carrier = deps.carriers.find(label.carrier);
  const isBought = label.state === 'bought';
  try {
    if (!carrier) throw new CarrierRefusal(text.noCarrier);
    const signal = AbortSignal.timeout(CARRIER_TIMEOUT_MS);
    await (isBought ? cancel(deps, carrier, label, signal) : buy(deps, carrier, label, signal));
  } catch (error) {
    const reason = messageOf(error);
    const isFinal = error instanceof CarrierRefusal || label.attempts >= MAX_ATTEMPTS;
    if (!isFinal) await postponeLabel(deps.database, id, reason);
    else if (isBought) await keepBought(deps.database, id, text.notCancelled(reason));
    else await endLabel(deps.database, id, 'failed', error instanceof CarrierRefusal ? reason : text.gaveUp(reason));
  }
}

/** Buys and cancels labels that are due. @returns how many steps it made */
export async function processLabels(deps: LabelDeps): Promise<number> {
  let steps = 0;
  for (let portion = 0; portion < MAX_PORTIONS; portion += 1) {
    const claimed = await claimLabels(deps.database, PORTION);
    await Promise.all(claimed.map(({ id }) => processLabel(deps, id)));
    steps += claimed.length;
    if (claimed.length < PORTION) break;
  }
  return steps;
}
