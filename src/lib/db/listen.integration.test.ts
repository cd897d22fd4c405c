import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#tests/fixtures/cluster.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { type Gate, openGate } from '#tests/fixtures/gate.ts';
import { type Listener, listen } from './listen.ts';
import { type Database, openDatabase } from './pool.ts';

const CHANNEL = 'news';

let own: TestDatabase;
let gate: Gate;
let near: Database;
let far: Database;
let listener: Listener;
const received: string[] = [];
let gaps = 0;

beforeAll(async () => {
  own = await createTestDatabase({ isEmpty: true });
  gate = await openGate(new URL(own.connectionString));
  near = openDatabase(own.connectionString, 1);
  far = openDatabase(Object.assign(new URL(own.connectionString), { hostname: '127.0.0.1', port: String(gate.port) }).href, 1);
  listener = await listen(
    far,
    [CHANNEL],
    (_channel, payload) => received.push(payload),
    () => {
      gaps += 1;
    },
    { heartbeatMs: 100, deadlineMs: 2_000 },
  );
});
afterAll(async () => {
  await listener?.close();
  await gate?.close();
  await Promise.all([near?.close(), far?.close()]);
  await own?.drop();
});

const notify = (payload: string) => near.execute({ text: 'select pg_notify($1, $2)', values: [CHANNEL, payload] });

test('receives notifications', async () => {
  await notify('first');

  await expect.poll(() => received).toEqual(['first']);
});

test('notices a connection that says nothing any more, and listens on another one', async () => {
  gate.hang(true);
  // Announced when the connection is given up. The next one cannot be opened yet.
  await expect.poll(() => gaps).toBeGreaterThan(0);
  const lost = gaps;

  gate.hang(false);
  await expect.poll(() => gaps).toBeGreaterThan(lost);
  await notify('second');

  await expect.poll(() => received).toContain('second');
});
