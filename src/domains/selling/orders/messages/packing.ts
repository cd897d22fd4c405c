/** Text of the check at packing. */
import { plural } from '#lib/plural.ts';
import type { ScanResult } from '../model/packing.ts';

const cases = (count: number): string => plural(count, 'case');

export const packMessages = {
  open: 'Pack',
  title: (number: number) => `Pack order #${number}`,
  code: 'Scan or type a bar code, SKU or label',
  codeHint: 'A scanner works wherever the cursor is. Enter adds what you typed.',
  progress: (packed: number, left: number) => `${packed} of ${cases(left)} packed`,
  quantity: (name: string) => `Cases of ${name} packed`,
  labels: 'Labels on these parcels',
  label: (code: string, parcel: number, parcels: number) => `${code}, ${parcel} of ${parcels}`,
  noLabel: 'No label is ticked: these parcels leave without one.',
  labelsLeft: (count: number) =>
    `${plural(count, 'label stays', 'labels stay')} behind. Cancel ${count === 1 ? 'it' : 'them'} if no parcel needs ${count === 1 ? 'it' : 'them'}.`,
  labelGone:
    'A label of these parcels was cancelled or sent, or the delivery changed since it was bought. Look at the labels of the order, and try again.',
} as const;

/** Says what a scan was. */
export function describeScan(scan: ScanResult): string {
  switch (scan.kind) {
    case 'packed':
      return `${scan.name}: ${scan.packed} of ${cases(scan.unshipped)}.`;
    case 'too_many':
      return `Too many: ${scan.name} has ${cases(scan.unshipped)} to send. Put this one back.`;
    case 'sent_before':
      return `${scan.name} was sent before. Put this one back.`;
    case 'label':
      return `Label ${scan.code} is on these parcels.`;
    case 'wrong_label':
      return `Label ${scan.code} does not belong to this order, or it can’t be used.`;
    case 'wrong_wine':
      return `Wrong wine: ${scan.code} is not in this order. Put it back.`;
  }
}
