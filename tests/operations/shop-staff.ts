/** Staff of a shop on a database cluster: they import price lists, and ship, refund and cancel what shoppers buy. Each call is repeated until it is answered. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPending } from '#domains/imports/model/import-state.ts';
import { importOfficeContract } from '#domains/imports/office-contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { client, type Result } from '#lib/client.ts';
import type { Contract } from '#lib/define-contract.ts';
import { httpTransport } from '#tests/fixtures/http.ts';
import { listedWine, wineListOf } from '#tests/fixtures/imports.ts';
import { createTestStaff, OFFICE_HOST, signInAs } from '#tests/fixtures/office.ts';
import type { ClusterShop } from './cluster-shop.ts';
import type { Shoppers } from './shoppers.ts';

export const WINES = 300;
/** Lists with this name are of one supplier, so that each changes the prices of the same wines. */
const LIST = 'list.csv';
const BOTTLES = 12;
/** Prices of a bottle in dollars. From $30 on, a case has six bottles. */
const LOWEST_PRICE = 20;
const HIGHEST_PRICE = 29;
const PAUSE_MS = 300;
const ACTIONS = ['ship', 'refund', 'cancel'] as const;
type Action = (typeof ACTIONS)[number];

/** A list that was imported: the number of its import, and the price of all its wines. */
export interface ImportedList {
  readonly id: number;
  readonly price: number;
}

export class ShopStaff {
  /** What was done to orders, as the shop has confirmed. */
  readonly done = new Map<string, Action>();
  /** The lists that the shop has said are imported, in order. */
  readonly imported: ImportedList[] = [];
  /** Calls that the shop refused, which should not happen. */
  readonly refused: string[] = [];
  #isOver = false;
  #requests = 0;
  readonly #shop: ClusterShop;
  readonly #shoppers: Shoppers;
  readonly #cookie: string;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(shop: ClusterShop, shoppers: Shoppers, cookie: string) {
    this.#shop = shop;
    this.#shoppers = shoppers;
    this.#cookie = cookie;
  }

  static async start(shop: ClusterShop, shoppers: Shoppers): Promise<ShopStaff> {
    const owner = await createTestStaff(shop.shop.database, { email: 'owner@shop.example', roles: ['Owner'] });
    const { cookies } = await signInAs(shop.shop, owner);
    const staff = new ShopStaff(shop, shoppers, [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    staff.#running = Promise.all([staff.#importLists(), staff.#handleOrders()]);
    return staff;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  #call<T extends Contract>(table: T) {
    const { webs } = this.#shop;
    return client(table, (call, input, options) => {
      this.#requests += 1;
      const port = webs[this.#requests % webs.length]?.port ?? 0;
      return httpTransport(port, OFFICE_HOST, { cookie: this.#cookie })(call, input, options);
    });
  }

  /** Repeats a call until the shop has answered it. */
  async #insist<T>(ask: () => Promise<Result<T, string>>): Promise<Result<T, string>> {
    for (;;) {
      const result = await ask().catch(() => null);
      if (result !== null && (result.ok || result.status < 500)) return result;
      await sleep(300);
    }
  }

  async #must<T>(ask: () => Promise<Result<T, string>>): Promise<T> {
    const result = await this.#insist(ask);
    if (!result.ok) throw new Error(`${result.status} ${result.code}`);
    return result.value;
  }

  /** Imports lists with other prices, one after the other. */
  async #importLists(): Promise<void> {
    const calls = this.#call(importOfficeContract);
    const settle = async (id: number) => {
      for (;;) {
        const found = await this.#must(() => calls.import({ id }));
        if (!isPending(found.state)) return found;
        await sleep(100);
      }
    };
    for (let price = LOWEST_PRICE; !this.#isOver; price = price === HIGHEST_PRICE ? LOWEST_PRICE : price + 1) {
      const bytes = Buffer.from(wineListOf(...Array.from({ length: WINES }, (_, number) => listedWine(number + 1, price))));
      const key = randomUUID();
      try {
        const { id } = await this.#must(() => calls.startUpload({ name: LIST, bytes: bytes.length }, { idempotencyKey: key }));
        await this.#must(() => calls.uploadPart({ id, part: 0, data: bytes.toString('base64') }));
        await this.#must(() => calls.finishUpload({ id, parts: 1 }, { idempotencyKey: `${key} finish` }));
        const mapped = await settle(id);
        if (mapped.state === 'mapping')
          await this.#must(() =>
            calls.compareImport(
              { id, version: mapped.version, kind: mapped.kind, endsMissing: false },
              { idempotencyKey: `${key} compare` },
            ),
          );
        const { state, version } = await settle(id);
        if (state === 'ready' || state === 'held')
          await this.#must(() => calls.startImport({ id, version }, { idempotencyKey: `${key} start` }));
        const { state: last } = await settle(id);
        if (last === 'done') this.imported.push({ id, price });
        else this.refused.push(`import ${id} is ${last}`);
      } catch (error) {
        this.refused.push(`import of list ${price}: ${error}`);
        await sleep(1_000);
      }
    }
  }

  /** Ships one order, refunds the next and cancels the third. */
  async #handleOrders(): Promise<void> {
    for (let next = 0; !this.#isOver; ) {
      const order = this.#shoppers.orders[next];
      const action = ACTIONS[next % ACTIONS.length] ?? 'ship';
      if (order) {
        await this.#act(order.id, action).catch((error: unknown) => this.refused.push(`${action} ${order.id}: ${error}`));
        next += 1;
      }
      await sleep(PAUSE_MS);
    }
  }

  async #act(id: string, action: Action): Promise<void> {
    const orders = this.#call(orderOfficeContract);
    // The shop itself may change an order between reading and writing.
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const { version } = await this.#must(() => orders.order({ id }));
      const options = { idempotencyKey: randomUUID() };
      const acts = {
        ship: () => orders.shipOrder({ id, version, lines: null, carrier: 'Test carrier' }, options),
        refund: () => orders.refundOrder({ id, version, all: true }, options),
        cancel: () => orders.cancelOrder({ id, version }, options),
      };
      const result: Result<unknown, string> = await this.#insist<unknown>(acts[action]);
      if (result.ok) {
        this.done.set(id, action);
        return;
      }
      if (result.code !== 'changed_meanwhile') throw new Error(`${result.status} ${result.code}`);
    }
    throw new Error('it changed again and again');
  }
}

/** Compares what staff were told with the database and with the refunds at Stripe's side. @returns the differences */
export async function findStaffDifferences({ shop, stripe }: ClusterShop, { done, imported }: ShopStaff): Promise<string[]> {
  const rows = await shop.database.queryMany<{
    id: string;
    ships: number;
    refunds: number;
    refunded: number;
    charge: number;
    status: string;
  }>({
    text: `select o.id, o.status, o.charge_cents as charge, (select count(*)::int from order_shipments s where s.order_id = o.id) as ships,
        count(r.id)::int as refunds, coalesce(sum(r.gateway_cents) filter (where r.state = 'done'), 0)::int as refunded
      from orders o left join order_refunds r on r.order_id = o.id where o.number is not null group by o.id`,
  });
  const returned = new Map<string, number>();
  for (const { metadata, latest_charge: charge } of stripe.intents.values()) {
    const order = (metadata as { order?: string } | undefined)?.order;
    const cents = (charge as { amount_refunded: number } | null)?.amount_refunded ?? 0;
    if (order !== undefined) returned.set(order, (returned.get(order) ?? 0) + cents);
  }
  const [last] = imported.slice(-1);
  const listed = await shop.database.queryMany<{ price: number; count: number }>({
    text: `select p.pack_price as price, count(*)::int as count from offers o join offer_prices p using (offer_id)
      where o.sku ~ '^LIST-W[0-9]+$' and p.market = 'AU' group by 1`,
  });
  const prices = listed.map(({ price, count }) => `${count} × ${price}`).join(', ');
  const states = await shop.database.queryMany<{ id: number }>({ text: "select id from imports where state = 'done'" });
  const finished = new Set(states.map(({ id }) => id));
  return [
    ...rows.flatMap(({ id, ships, refunds, refunded, charge, status }) => {
      const action = done.get(id);
      const expected = action === undefined ? null : action === 'ship' ? [1, 0, 0] : [0, 1, charge];
      return [
        ...(expected === null || JSON.stringify(expected) === JSON.stringify([ships, refunds, refunded])
          ? []
          : [`order ${id}, ${action}, ${status}: ${ships} shipments, ${refunds} refunds of ${refunded} of ${charge} cents`]),
        ...((returned.get(id) ?? 0) === refunded ? [] : [`order ${id}: ${returned.get(id)} cents came back, ${refunded} in the books`]),
      ];
    }),
    ...imported.filter(({ id }) => !finished.has(id)).map(({ id }) => `import ${id} is not done`),
    ...(last === undefined || prices === `${WINES} × ${last.price * 100 * BOTTLES}`
      ? []
      : [`prices are ${prices}, not ${WINES} × ${last.price * 100 * BOTTLES}`]),
  ];
}
