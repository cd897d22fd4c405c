/** What the shop needs of a carrier. An adapter knows the carrier's API; nothing else does. */
import type { OrderDocument } from '#domains/selling/orders/model/documents/document-shop.ts';

export interface Parcel extends OrderDocument {
  /** The shop's id of the label. A carrier that knows it already has the label. */
  readonly reference: string;
  /** The code on the parcel. */
  readonly code: string;
  /** Parcel n of m. */
  readonly parcel: number;
  readonly parcels: number;
}

export interface BoughtLabel {
  /** The carrier's id of the label, to cancel it. */
  readonly carrierReference: string;
  /** May be empty. */
  readonly trackingNumber: string;
  readonly trackingUrl: string;
}

export interface Carrier {
  readonly id: string;
  /** Name that staff read. */
  readonly name: string;
  /**
   * Buys a label.
   * @throws CarrierRefusal if the carrier does not take the parcel. Every other error means that nobody knows whether it did
   */
  readonly buyLabel: (parcel: Parcel, signal: AbortSignal) => Promise<BoughtLabel>;
  /** Asks for a label that may have been bought. @returns null if the carrier does not know the reference */
  readonly findLabel: (reference: string, signal: AbortSignal) => Promise<BoughtLabel | null>;
  /** Cancels a label. Does nothing for one that is cancelled. @throws CarrierRefusal if it is too late */
  readonly cancelLabel: (label: BoughtLabel, signal: AbortSignal) => Promise<void>;
}

/** The carrier decided against it. The message is for staff. */
export class CarrierRefusal extends Error {
  override name = 'CarrierRefusal';
}
