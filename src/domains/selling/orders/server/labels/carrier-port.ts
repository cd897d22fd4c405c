/** What the shop needs of a carrier. An adapter knows the carrier's API; nothing else does. */

import type { OrderDocument } from '#domains/selling/orders/model/documents/document-shop.ts';
import type { ParcelUpdate } from '#domains/selling/orders/model/labels/tracking.ts';

/** Centimetres. */
export interface Box {
  readonly length: number;
  readonly width: number;
  readonly height: number;
}

/** An order with what one of its parcels weighs and measures. */
export interface MeasuredParcel extends OrderDocument {
  /** With packing. */
  readonly weightGrams: number;
  readonly box: Box;
}

export interface Parcel extends MeasuredParcel {
  /** The shop's id of the label. A carrier that knows it already has the label. */
  readonly reference: string;
  /** The code on the parcel. */
  readonly code: string;
  /** Parcel n of m. */
  readonly parcel: number;
  readonly parcels: number;
  /** Code of the service; empty for the carrier's choice. */
  readonly service: string;
}

/** A label at the carrier. */
export interface SoldLabel {
  /** The carrier's id of the label, to cancel it. */
  readonly carrierReference: string;
  /** May be empty. */
  readonly trackingNumber: string;
  readonly trackingUrl: string;
}

export interface BoughtLabel extends SoldLabel {
  /** Null if nothing is paid, or the carrier does not say what. */
  readonly priceCents: number | null;
  /** The label as PDF. Null if the shop prints its own. */
  readonly document: Uint8Array | null;
}

/** How a carrier would bring a parcel. */
export interface CarrierService {
  /** Code by which it is bought. */
  readonly id: string;
  readonly name: string;
  readonly priceCents: number;
  /** In the carrier's words, such as "2 business days". May be empty. */
  readonly estimate: string;
}

export interface Carrier {
  readonly id: string;
  /** Name that staff read. */
  readonly name: string;
  /** Lists the services for one parcel of an order. Null if the carrier has no prices. @throws CarrierRefusal if none takes it */
  readonly quote: ((parcel: MeasuredParcel, signal: AbortSignal) => Promise<CarrierService[]>) | null;
  /**
   * Buys a label.
   * @param remember stores the carrier's id of a purchase that has more steps, so that another process can go on with it
   * @throws CarrierRefusal if the carrier does not take the parcel. Every other error means that nobody knows whether it did
   */
  readonly buyLabel: (parcel: Parcel, signal: AbortSignal, remember: (carrierReference: string) => Promise<void>) => Promise<BoughtLabel>;
  /**
   * Asks for a label that may have been bought.
   * @param label its reference and code at the shop, and at the carrier what was remembered or an empty string
   * @returns null if the carrier does not know it
   */
  readonly findLabel: (
    label: { readonly reference: string; readonly code: string; readonly carrierReference: string },
    signal: AbortSignal,
  ) => Promise<BoughtLabel | null>;
  /**
   * Tells the carrier that parcels are handed over. Null if nobody has to be told.
   * @param isRepeated true if it may know of them: those are left out
   * @throws CarrierRefusal if it does not take one of them
   */
  readonly handOver: ((labels: readonly SoldLabel[], signal: AbortSignal, isRepeated: boolean) => Promise<void>) | null;
  /** Asks where parcels are, ten at most. Null if the carrier reports by itself, or does not say. */
  readonly track: ((labels: readonly SoldLabel[], signal: AbortSignal) => Promise<ParcelUpdate[]>) | null;
  /** Cancels a label. Does nothing for one that is cancelled. @throws CarrierRefusal if it is too late */
  readonly cancelLabel: (label: SoldLabel, signal: AbortSignal) => Promise<void>;
}

/** The carrier decided against it. The message is for staff. */
export class CarrierRefusal extends Error {
  override name = 'CarrierRefusal';
}
