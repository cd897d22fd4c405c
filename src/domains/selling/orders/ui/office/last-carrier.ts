/** The carrier of the last shipment, which is usually that of the next. */
const CARRIER_KEY = 'office.carrier';

/** Returns the carrier of the last shipment in this browser. Empty for none. */
export function lastCarrier(): string {
  try {
    return localStorage.getItem(CARRIER_KEY) ?? '';
  } catch {
    return '';
  }
}

/** Remembers the carrier of a shipment. */
export function rememberCarrier(carrier: string): void {
  try {
    localStorage.setItem(CARRIER_KEY, carrier);
  } catch {
    // Storage is off: the next shipment begins without a carrier.
  }
}
