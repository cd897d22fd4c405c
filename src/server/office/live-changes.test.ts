import { describe, expect, test } from 'vitest';
import type { Permission } from '#domains/staff/model/permissions.ts';
import { mayWith } from '#domains/staff/model/staff-actor.ts';
import type { Market } from '#markets/market.ts';
import { type ChangeSource, createLiveChanges, type NumberedChange } from './live-changes.ts';

const change = (number: number, market: Market = 'AU'): NumberedChange => ({
  number,
  kind: 'order',
  id: `order-${number}`,
  event: 'placed',
  markets: [market],
});

function createStream() {
  const stored: NumberedChange[] = [change(1)];
  let reads = 0;
  let renewals = 0;
  const sources: ChangeSource[] = [
    {
      name: 'order',
      latest: async () => Math.max(...stored.map(({ number }) => number)),
      after: async (from) => {
        reads += 1;
        return stored.filter(({ number }) => number > from);
      },
    },
  ];
  const live = createLiveChanges(sources, async () => {
    renewals += 1;
  });
  const listen = (permissions: readonly Permission[], markets: readonly Market[]) => {
    const sent: string[] = [];
    const remove = live.add({
      may: (permission, where) => mayWith([{ permissions, markets, refundLimitCents: 0, isOwner: false }], permission, where),
      staffId: 1,
      send: (data) => sent.push(JSON.parse(data).id),
    });
    return { sent, remove };
  };
  return { live, stored, listen, reads: () => reads, renewals: () => renewals };
}

describe('live changes', () => {
  test('tell what came after the first reading, once', async () => {
    const { live, stored, listen } = createStream();
    const { sent } = listen(['orders.read'], ['AU']);
    await live.poll();
    stored.push(change(3));
    await live.poll();
    await live.poll();
    expect(sent).toEqual(['order-3']);
  });

  test('reread what listeners may do before something is sent, and only then', async () => {
    const { live, stored, listen, renewals } = createStream();
    listen(['orders.read'], ['AU']);
    await live.poll();
    await live.poll();
    expect(renewals()).toBe(0);
    stored.push(change(3));
    await live.poll();
    expect(renewals()).toBe(1);
  });

  test('tell a first listener what came between its opening and the first reading', async () => {
    const { live, stored, listen } = createStream();
    await live.prepare();
    const { sent } = listen(['orders.read'], ['AU']);
    stored.push(change(2));
    await live.poll();
    expect(sent).toEqual(['order-2']);
  });

  test('tell a change that commits after one with a higher number', async () => {
    const { live, stored, listen } = createStream();
    const { sent } = listen(['orders.read'], ['AU']);
    await live.poll();
    stored.push(change(5));
    await live.poll();
    stored.push(change(4));
    await live.poll();
    expect(sent).toEqual(['order-5', 'order-4']);
  });

  test('tell nobody of markets and records that are not theirs', async () => {
    const { live, stored, listen } = createStream();
    const other = listen(['orders.read'], ['SG']);
    const buyer = listen(['catalogue.read'], ['AU']);
    await live.poll();
    stored.push(change(2));
    await live.poll();
    expect([other.sent, buyer.sent]).toEqual([[], []]);
  });

  test('read nothing while nobody listens', async () => {
    const { live, listen, reads } = createStream();
    await live.poll();
    listen(['orders.read'], ['AU']).remove();
    await live.poll();
    expect(reads()).toBe(0);
  });
});
