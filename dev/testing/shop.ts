/** A whole shop for tests: the real server over a database of its own, listening on a free port. */
import { fileURLToPath } from 'node:url';
import { loadBuiltRenderer } from '../../src/app/server/page-renderer.ts';
import { type RunningServer, startServer } from '../../src/app/server/run-shop.ts';
import { pictureVersion } from '../../src/bottle/picture-version.ts';
import { type OfferRecordInput, offerRecord } from '../../src/catalogue/record.ts';
import { writeOffers, writeStock } from '../../src/catalogue/server/catalogue-writer.ts';
import { type PromotionRecordInput, promotionRecord } from '../../src/coupons/promotion-record.ts';
import { writePromotions } from '../../src/coupons/server/promotion-writer.ts';
import type { Market } from '../../src/market/market.ts';
import { type Client, client } from '../../src/platform/client.ts';
import type { Contract } from '../../src/platform/contract.ts';
import { readConfig } from '../../src/platform/server/config.ts';
import { type Database, openDatabase } from '../../src/platform/server/database/pool.ts';
import { createTestDatabase } from './database.ts';
import { httpTransport, send, type TestAnswer } from './http.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface TestShop {
  readonly running: RunningServer;
  readonly database: Database;
  /** Of its database, for other processes. */
  readonly connectionString: string;
  /** Calls over HTTP to the site of a host; the header table goes with every request. */
  call<T extends Contract>(table: T, host?: string, headers?: Readonly<Record<string, string>>): Client<T>;
  /** A GET as it is, to the site of a host. */
  get(path: string, headers?: Readonly<Record<string, string>>, host?: string): Promise<TestAnswer>;
  /** Put offers on sale: each with its stock in both markets. */
  stock(...offers: readonly TestOffer[]): Promise<void>;
  promotions(...records: readonly Omit<PromotionRecordInput, 'record'>[]): Promise<void>;
  stop(): Promise<void>;
}

export type TestOffer = Partial<OfferRecordInput> & { readonly offerId: string; readonly productId: number; readonly level?: number };

/** A plain offer of 60.00 a case of six in both markets, with whatever the test says instead. */
export const testOffer = ({ level: _, ...given }: TestOffer) =>
  offerRecord.parse({
    record: 'offer',
    sku: `SKU-${given.offerId}`,
    brand: 'Test House',
    name: `Wine ${given.offerId}`,
    vintage: '2022',
    category: 'Red',
    packSize: 6,
    audience: 'AU+NZ+SG',
    prices: { AU: { packPrice: 60 }, SG: { packPrice: 80 } },
    ...given,
  });

/** Open a shop. `env` changes its configuration. */
export async function createTestShop(env: Readonly<Record<string, string>> = {}): Promise<TestShop> {
  const own = await createTestDatabase();
  const database = openDatabase(own.connectionString, 10);
  // On a busy machine nobody is turned away: what a test sees is what it asked for.
  const always = { PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT: '1000000', BUSY_AFTER_MS: '0', PUBLIC_URL: 'http://localhost' };
  const config = readConfig({ ...always, ...env });
  const running = await startServer(config, database, await loadBuiltRenderer(ROOT), ROOT);
  return {
    running,
    database,
    connectionString: own.connectionString,
    call: (table, host = 'localhost', headers = {}) => client(table, httpTransport(running.port, host, headers)),
    get: (path, headers, host = 'localhost') => send(running.port, host, 'GET', path, headers),
    async stock(...offers) {
      await database.transaction(async (transaction) => {
        await writeOffers(transaction, offers.map(testOffer), pictureVersion);
        const levels = offers.flatMap((offer) =>
          (['AU', 'SG'] as const).map((market: Market) => ({
            record: 'stock' as const,
            productId: offer.productId,
            market,
            level: offer.level ?? 100,
          })),
        );
        await writeStock(transaction, levels);
      });
      await running.shop.search.refresh();
    },
    async promotions(...records) {
      await database.transaction((transaction) =>
        writePromotions(
          transaction,
          records.map((record) => promotionRecord.parse({ record: 'promotion', ...record })),
        ),
      );
    },
    async stop() {
      await running.stop();
      await database.close();
      await own.drop();
    },
  };
}
