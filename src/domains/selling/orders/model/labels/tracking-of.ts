/** What the labels of a shipment say about its tracking. */
import { MAX_CARRIER_LENGTH } from '../office-order-forms.ts';

interface TrackedLabel {
  readonly trackingNumber: string;
  readonly trackingUrl: string;
}

/** Returns the value that labels have in common, an empty string for several. */
export const commonValue = (values: readonly string[]): string => (new Set(values).size === 1 ? (values[0] ?? '') : '');

/** Returns the tracking of a shipment: as many numbers as there is place for (the others are on the labels), and the address they share. */
export function trackingOf(labels: readonly TrackedLabel[]): TrackedLabel {
  const numbers = labels.map(({ trackingNumber }) => trackingNumber).filter((number) => number !== '');
  const trackingNumber = numbers.reduce((shown, number) => {
    const more = shown === '' ? number : `${shown}, ${number}`;
    return more.length <= MAX_CARRIER_LENGTH ? more : shown;
  }, '');
  return { trackingNumber, trackingUrl: commonValue(labels.map(({ trackingUrl }) => trackingUrl)) };
}
