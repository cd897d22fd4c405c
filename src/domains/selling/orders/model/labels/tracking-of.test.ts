import { describe, expect, test } from 'vitest';
import { MAX_CARRIER_LENGTH } from '../office-order-forms.ts';
import { trackingOf } from './tracking-of.ts';

const label = (trackingNumber: string, trackingUrl = '') => ({ trackingNumber, trackingUrl });

describe('the tracking of a shipment', () => {
  test('has the numbers of its labels, and their address if it is the same', () => {
    expect(trackingOf([label('A', 'https://a.example'), label(''), label('B', 'https://a.example')]).trackingNumber).toBe('A, B');
    expect(trackingOf([label('A', 'https://a.example')]).trackingUrl).toBe('https://a.example');
    expect(trackingOf([label('A', 'https://a.example/1'), label('B', 'https://a.example/2')]).trackingUrl).toBe('');
    expect(trackingOf([])).toEqual(label(''));
  });

  test('has as many numbers as there is place for', () => {
    const { trackingNumber } = trackingOf(Array.from({ length: 20 }, (_, index) => label(`NUMBER-${index + 10}`)));

    expect(trackingNumber.length).toBeLessThanOrEqual(MAX_CARRIER_LENGTH);
    expect(trackingNumber).toMatch(/^NUMBER-10, .*\d$/);
  });
});
