import { describe, expect, test } from 'vitest';
import type { Permission } from '#domains/staff/model/permissions.ts';
import type { Market } from '#markets/market.ts';
import { createLiveChanges, type NumberedChange } from './live-changes.ts';

const change = (number: number, market: Market = 'AU'): NumberedChange => ({ number, id: `order-${number}`, event: 'placed', market });

function createStream() {
  const stored: NumberedChange[] = [change(1)];
  let reads = 0;
  const live = createLiveChanges([
    {
      kind: 'order',
      permission: 'orders.read',
      latest: async () => Math.max(...stored.map(({ number }) => number)),
      after: async (from) => {
        reads += 1;
        return stored.filter(({ number }) => number > from);
      },
    },
  ]);
  const listen = (permissions: readonly Permission[], markets: readonly Market[]) => {
    const told: string[] = [];
    const remove = live.add({ staff: { permissions: new Set(permissions), markets }, send: (data) => told.push(JSON.parse(data).id) });
    return { told, remove };
  };
  return { live, stored, listen, reads: () => reads };
}

describe('live changes', () => {
  test('tell what came after the first reading, once', async () => {
    const { live, stored, listen } = createStream();
    const { told } = listen(['orders.read'], ['AU']);
    await live.poll();
    stored.push(change(3));
    await live.poll();
    await live.poll();
    expect(told).toEqual(['order-3']);
  });

  test('tell a first listener what came between its opening and the first reading', async () => {
    const { live, stored, listen } = createStream();
    await live.prepare();
    const { told } = listen(['orders.read'], ['AU']);
    stored.push(change(2));
    await live.poll();
    expect(told).toEqual(['order-2']);
  });

  test('tell a change that commits after one with a higher number', async () => {
    const { live, stored, listen } = createStream();
    const { told } = listen(['orders.read'], ['AU']);
    await live.poll();
    stored.push(change(5));
    await live.poll();
    stored.push(change(4));
    await live.poll();
    expect(told).toEqual(['order-5', 'order-4']);
  });

  test('tell nobody of markets and records that are not theirs', async () => {
    const { live, stored, listen } = createStream();
    const other = listen(['orders.read'], ['SG']);
    const buyer = listen(['catalogue.read'], ['AU']);
    await live.poll();
    stored.push(change(2));
    await live.poll();
    expect([other.told, buyer.told]).toEqual([[], []]);
  });

  test('read nothing while nobody listens', async () => {
    const { live, listen, reads } = createStream();
    await live.poll();
    listen(['orders.read'], ['AU']).remove();
    await live.poll();
    expect(reads()).toBe(0);
  });
});
