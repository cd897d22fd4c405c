/** The carriers of the shop. The first one makes the labels. */
import { addressLabels } from './address-labels.ts';
import type { Carrier } from './carrier-port.ts';

export interface Carriers {
  /** The carrier from which new labels are bought. */
  readonly current: Carrier;
  /** Finds the carrier of a label. @returns null for one that is not set up any more */
  readonly find: (id: string) => Carrier | null;
}

/** @param carriers the first one makes new labels; labels of the others can be cancelled */
export const createCarriers = (carriers: readonly [Carrier, ...Carrier[]] = [addressLabels]): Carriers => ({
  current: carriers[0],
  find: (id) => carriers.find((carrier) => carrier.id === id) ?? null,
});
