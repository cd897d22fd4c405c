/**
 * Delivery fees by postcode and weight. A zone replaces the fees of its market for its postcodes, and whatever else decides about delivery
 * stays as it is [SHIP-24] (docs/decisions/0204-zones-and-rates.md). Amounts are cents.
 */
import type { DeliveryZone, DeliveryZones, SellingTerms } from '#markets/definition.ts';
import { includesPostcode } from '#markets/postcode-ranges.ts';
import { zoneErrorMessages } from '../messages/zones.ts';
import { bottlesIn, packedGrams, type WeighedLine } from './weight.ts';

/** Most that a delivery costs. A fee for each kilogram could exceed what an order can store. */
export const MAX_ZONE_FEE_CENTS = 1_000_000;

/** Returns the zone of a postcode, null if it is in none. */
export const zoneOf = (zones: DeliveryZones | undefined, postcode: string): DeliveryZone | null =>
  zones?.list.find((zone) => includesPostcode(zone.postcodes, postcode)) ?? null;

/** Returns true if nothing is delivered to a postcode. */
export const isExcluded = ({ zones }: Pick<SellingTerms, 'zones'>, postcode: string): boolean =>
  zoneOf(zones, postcode)?.isServed === false;

/** Returns why nothing is delivered to a postcode, null where it is. @param canCollect true if the sentence may suggest collecting */
export const refusePostcode = (terms: Pick<SellingTerms, 'zones'>, postcode: string, canCollect = false): string | null =>
  isExcluded(terms, postcode) ? zoneErrorMessages.noDelivery(postcode, canCollect) : null;

/** How a fee came about. */
export interface ZoneFee {
  readonly cents: number;
  /** Limit of the band that decides. Null for a zone without bands. */
  readonly bandGrams: number | null;
  /** Started kilograms above the last band. */
  readonly extraKilograms: number;
}

/** Returns the fee of a zone: that of the first band that carries the weight, or of the last one and of every started kilogram above it. */
export function zoneFee({ bands, perKilogramCents }: Pick<DeliveryZone, 'bands' | 'perKilogramCents'>, grams: number): ZoneFee {
  const band = bands.find(({ upToGrams }) => grams <= upToGrams) ?? bands.at(-1);
  if (!band) return { cents: 0, bandGrams: null, extraKilograms: 0 };
  const extraKilograms = Math.max(0, Math.ceil((grams - band.upToGrams) / 1_000));
  return {
    cents: Math.min(MAX_ZONE_FEE_CENTS, band.cents + extraKilograms * perKilogramCents),
    bandGrams: band.upToGrams,
    extraKilograms,
  };
}

/**
 * Returns the terms of a delivery to a postcode: those of its zone, by the weight of what is sent. Without a zone they are those of the
 * market. A zone without delivery has the fee of the market, because nothing is ordered there.
 * @param lines what is sent, without gift cards
 */
export function zoneTerms(terms: SellingTerms, postcode: string, lines: readonly WeighedLine[]): SellingTerms {
  const { zones, ...others } = terms;
  const zone = zoneOf(zones, postcode);
  if (!zones || !zone?.isServed) return terms;
  const { cents } = zoneFee(zone, packedGrams(bottlesIn(lines), zones.bottleGrams));
  return { ...others, shipping: { ...terms.shipping, ...zone.free, defaultCents: cents, regions: {} } };
}
