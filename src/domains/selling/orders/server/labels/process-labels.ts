/**
 * The job that buys and cancels labels. Each label is a step of its own that can be repeated: before a label is bought again, the carrier
 * is asked by the shop's reference whether it was, so that a process killed between the purchase and its storage buys nothing twice.
 */
import { canTransition } from '#domains/selling/checkout/model/order-status.ts';
import { labelRefusals, labelFailures as text } from '#domains/selling/orders/messages/labels.ts';
import { parcelCode, parcelGrams } from '#domains/selling/orders/model/labels/label.ts';
import { countPages } from '#lib/server/documents/create-pdf.ts';
import { readOrder } from '../order-view.ts';
import { type BoughtLabel, type Carrier, CarrierRefusal } from './carrier-port.ts';
import { handOverParcels } from './hand-over.ts';
import {
  claimLabels,
  endLabel,
  findLabel,
  keepBought,
  type Label,
  postponeLabel,
  storeBought,
  storeReference,
} from './label.repository.ts';
import { hashDestination, type LabelDeps } from './label-deps.ts';
import { readLinesToPack } from './packed-together.ts';
import { reasonOf } from './reason-of.ts';

/** Waiting time for a carrier. */
const CARRIER_TIMEOUT_MS = 20_000;
/** Attempts over about an hour, after which a person decides. */
const MAX_ATTEMPTS = 12;
/** Labels that are claimed at once. They are worked on together, so that a slow carrier delays a portion by one waiting time. */
const PORTION = 8;
/** Portions of one run, after which others get their turn. */
const MAX_PORTIONS = 25;

/** Stores a label that was bought. One that can't be printed is asked for again. */
async function store({ database }: LabelDeps, carrier: Carrier, id: string, bought: BoughtLabel): Promise<void> {
  if (bought.document !== null && (await countPages(bought.document)) === 0) throw new Error(text.unprintable(carrier.name));
  await storeBought(database, id, bought);
}

/** Buys an intended label. */
async function buy(deps: LabelDeps, carrier: Carrier, label: Label, signal: AbortSignal): Promise<void> {
  const { database, documentShopOf, carriers } = deps;
  const { id, orderId, orderNumber, number, parcel, parcels, attempts, isCancelling, carrierReference, service } = label;
  const code = parcelCode(orderNumber, number);
  if (isCancelling && carrierReference !== '') return cancel(deps, carrier, label, signal);
  // The claim counts as an attempt. Whoever made an earlier one may have bought the label.
  const found = attempts > 1 ? await carrier.findLabel({ reference: id, code, carrierReference }, signal) : null;
  if (found) return store(deps, carrier, id, found);
  if (isCancelling) return void (await endLabel(database, id, 'cancelled', ''));
  const order = await readOrder(database, orderId);
  const lines = order ? await readLinesToPack(database, order) : [];
  if (order === null || lines.length === 0) return void (await endLabel(database, id, 'cancelled', text.nothingLeft));
  if (!canTransition(order.status, 'Shipped')) return void (await endLabel(database, id, 'cancelled', labelRefusals.notPaid(order.status)));
  if (hashDestination(order) !== label.destination) return void (await endLabel(database, id, 'failed', text.moved));
  const shop = documentShopOf(order.market, new Date());
  const { bottleGrams, box } = carriers.choiceOf(order.market);
  const weightGrams = parcelGrams(lines, parcels, bottleGrams);
  const bought = await carrier.buyLabel(
    { reference: id, code, parcel, parcels, order, shop, weightGrams, box, service },
    signal,
    async (reference) => {
      // Another process ended the label after the lease of this one. It costs nothing yet.
      if ((await storeReference(database, id, reference)) === 0) throw new Error(text.overtaken);
    },
  );
  await store(deps, carrier, id, bought);
}

/** Cancels a label that the carrier has. */
async function cancel({ database }: LabelDeps, carrier: Carrier, label: Label, signal: AbortSignal): Promise<void> {
  await carrier.cancelLabel(label, signal);
  await endLabel(database, label.id, 'cancelled', '');
}

/** Makes the next step of a label that was claimed. */
async function processLabel(deps: LabelDeps, id: string): Promise<void> {
  const label = await findLabel(deps.database, id);
  if (!label) return;
  const carrier = deps.carriers.find(label.market, label.carrier);
  const isBought = label.state === 'bought';
  try {
    if (!carrier) throw new CarrierRefusal(text.noCarrier);
    const signal = AbortSignal.timeout(CARRIER_TIMEOUT_MS);
    await (isBought ? cancel(deps, carrier, label, signal) : buy(deps, carrier, label, signal));
  } catch (error) {
    const reason = reasonOf(error);
    const isFinal = error instanceof CarrierRefusal || label.attempts >= MAX_ATTEMPTS;
    if (!isFinal) await postponeLabel(deps.database, id, reason);
    else if (isBought) await keepBought(deps.database, id, text.notCancelled(reason));
    else await endLabel(deps.database, id, 'failed', error instanceof CarrierRefusal ? reason : text.gaveUp(reason));
  }
}

/** Buys and cancels labels that are due, and tells carriers which parcels are handed over. @returns how many labels it worked on */
export async function processLabels(deps: LabelDeps): Promise<number> {
  let steps = 0;
  for (let portion = 0; portion < MAX_PORTIONS; portion += 1) {
    const claimed = await claimLabels(deps.database, PORTION);
    await Promise.all(claimed.map(({ id }) => processLabel(deps, id)));
    steps += claimed.length;
    if (claimed.length < PORTION) break;
  }
  await handOverParcels(deps);
  return steps;
}
