import { expect, test } from 'vitest';
import { type PackedLine, readScan } from './packing.ts';

const SHIRAZ: PackedLine = { position: 0, name: 'Shiraz', unshipped: 2, codes: ['shiraz-21', '9312345678907'] };
const RIESLING: PackedLine = { position: 1, name: 'Riesling', unshipped: 1, codes: ['riesling-23'] };
const packing = (packed: readonly (readonly [number, number])[] = [], lines: readonly PackedLine[] = [SHIRAZ, RIESLING]) => ({
  lines,
  packed: new Map(packed),
  labels: ['1000042-1'],
});

test.each(['9312345678907', '09312345678907', ' SHIRAZ-21 '])('counts a case of the wine with the code %j', (code) => {
  expect(readScan(packing([[0, 1]]), code)).toEqual({ kind: 'packed', position: 0, name: 'Shiraz', packed: 2, unshipped: 2 });
});

test('refuses a wine that is not in the order', () => {
  expect(readScan(packing(), '9300000000000')).toEqual({ kind: 'wrong_wine', code: '9300000000000' });
});

test('refuses more than what is left to send', () => {
  expect(readScan(packing([[0, 2]]), 'shiraz-21')).toEqual({ kind: 'too_many', name: 'Shiraz', unshipped: 2 });
});

test('refuses a wine that was sent before', () => {
  expect(readScan(packing([], [{ ...SHIRAZ, unshipped: 0 }]), 'shiraz-21')).toEqual({ kind: 'sent_before', name: 'Shiraz' });
});

test('fills several lines of a wine in their order', () => {
  const twice = [SHIRAZ, { ...SHIRAZ, position: 3, unshipped: 1 }];

  expect(readScan(packing([[0, 2]], twice), 'shiraz-21')).toMatchObject({ kind: 'packed', position: 3, packed: 1 });
  expect(
    readScan(
      packing(
        [
          [0, 2],
          [3, 1],
        ],
        twice,
      ),
      'shiraz-21',
    ),
  ).toMatchObject({ kind: 'too_many', unshipped: 3 });
});

test('tells a label of the order from that of another', () => {
  expect(readScan(packing(), '1000042-1')).toEqual({ kind: 'label', code: '1000042-1' });
  expect(readScan(packing(), '1000043-1')).toEqual({ kind: 'wrong_label', code: '1000043-1' });
});
