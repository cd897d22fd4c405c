/** The shop at size that the benchmark of the office measures, with a session of an owner. */
import { markSentOrders } from '#domains/selling/orders/server/office-order-list.repository.ts';
import { createToken, insertSession } from '#domains/staff/server/staff-session.repository.ts';
import { openDatabase } from '#lib/db/pool.ts';
import { findRunningPostgres } from '#packages/embedded-postgres/running-instance.ts';
import { generateActivity } from '#tests/fixtures/generate-activity.ts';
import { generateMail } from '#tests/fixtures/generate-mail.ts';
import { generateMembers } from '#tests/fixtures/generate-members.ts';
import { generateOrders } from '#tests/fixtures/generate-orders.ts';
import { generateRecords } from '#tests/fixtures/generate-records.ts';
import { send } from '#tests/fixtures/http.ts';
import { createTestStaff, OFFICE_HOST } from '#tests/fixtures/office.ts';
import { type BenchShop, removeData, startBenchShop } from './bench-shop.ts';
import { createShopData } from './large-shop.ts';

export const OFFICE_COOKIE = 'cellardoor_office';

export interface OfficeSize {
  readonly offers: number;
  readonly orders: number;
  readonly customers: number;
  /** Entries of the activity log, and of the log of emails. */
  readonly entries: number;
  /** Pictures, gift cards and entries of store credit, each. */
  readonly records: number;
}

export interface OfficeShop extends BenchShop {
  /** Token of the owner's session. */
  readonly token: string;
  /** Calls the office as the owner. @returns the milliseconds until the whole response has arrived, and its text */
  call(path: string): Promise<{ readonly ms: number; readonly text: string }>;
  /** Stops the shop and removes its data. */
  end(): Promise<void>;
}

async function fill({ dataDir }: BenchShop, size: OfficeSize): Promise<string> {
  const running = findRunningPostgres(dataDir);
  if (!running) throw new Error('The shop has no database.');
  const database = openDatabase(running.connectionString, 2);
  await generateOrders(database, size);
  // A job of every hour.
  await markSentOrders(database);
  await generateActivity(database, size.entries);
  await generateMail(database, size.entries);
  await generateMembers(database);
  await generateRecords(database, size.records);
  const { id } = await createTestStaff(database, { email: 'bench@shop.example', roles: ['Owner'] });
  const token = createToken();
  const details = { method: 'totp', userAgent: 'bench', ip: '127.0.0.1', isSteppedUp: true };
  await database.transaction((transaction) => insertSession(transaction, id, token, details));
  await database.execute({ text: 'vacuum (analyze)' });
  await database.close();
  return token;
}

/** Starts a shop with generated offers, orders, customers and records. */
export async function startOfficeShop(size: OfficeSize): Promise<OfficeShop> {
  const { dataDir } = await createShopData(size.offers);
  const shop = await startBenchShop({ dataDir });
  const token = await fill(shop, size);
  return {
    ...shop,
    token,
    async call(path) {
      const began = performance.now();
      const cookie = `${OFFICE_COOKIE}=${token}`;
      const { status, text } = await send(Number(new URL(shop.url).port), OFFICE_HOST, 'GET', path, { cookie });
      if (status !== 200) throw new Error(`${path} answers ${status}: ${text.slice(0, 300)}`);
      return { ms: performance.now() - began, text };
    },
    async end() {
      await shop.stop(true);
      await removeData(dataDir);
    },
  };
}
