/** Rules of parcel labels. */
import { bottlesIn, packedGrams, type WeighedLine } from '#domains/selling/shipping/model/weight.ts';
import { type LineFulfilment, unshippedQuantity } from '../line-fulfilment.ts';

/** `intended`: a job asks the carrier for it. */
export const LABEL_STATES = ['intended', 'bought', 'failed', 'cancelled'] as const;
export type LabelState = (typeof LABEL_STATES)[number];

/** Most parcels of one request for an order. */
export const MAX_PARCELS = 50;
/** Characters of the code of a carrier's service. */
export const MAX_SERVICE_LENGTH = 100;
/** Orders of one request. */
export const MAX_LABEL_ORDERS = 100;
/** Loose bottles that one parcel holds. Packs of as many or more are parcels of their own. */
const BOTTLES_PER_PARCEL = 6;

/** Returns the code on a parcel, which is scanned: `1042-1`. */
export const parcelCode = (orderNumber: number, number: number): string => `${orderNumber}-${number}`;

interface PackedLine {
  readonly packSize: number;
}

/** Returns what is left to send of an order, for its parcels and their weight. */
export const linesLeft = (fulfilments: readonly LineFulfilment[], lines: readonly PackedLine[]): WeighedLine[] =>
  fulfilments.map((line) => ({ quantity: unshippedQuantity(line), packSize: lines[line.position]?.packSize ?? 1 }));

/** Suggests in how many parcels lines are sent: each case is one, and loose bottles share. @returns 0 if there is nothing to send */
export function suggestParcels(lines: readonly WeighedLine[]): number {
  let cases = 0;
  let bottles = 0;
  for (const { quantity, packSize } of lines) {
    if (packSize >= BOTTLES_PER_PARCEL) cases += quantity;
    else bottles += quantity * packSize;
  }
  return Math.min(MAX_PARCELS, cases + Math.ceil(bottles / BOTTLES_PER_PARCEL));
}

/**
 * Returns the weight of each parcel when lines are spread over them.
 * @param bottleGrams of a bottle with its part of the box
 */
export const parcelGrams = (lines: readonly WeighedLine[], parcels: number, bottleGrams: number): number =>
  packedGrams(Math.max(1, Math.ceil(bottlesIn(lines) / Math.max(1, parcels))), bottleGrams);

/** Labels that count: those that a carrier was or may have been asked for, and that nobody cancelled. */
export const isOpenLabel = ({ state, isCancelling }: { readonly state: LabelState; readonly isCancelling: boolean }): boolean =>
  (state === 'intended' || state === 'bought') && !isCancelling;
