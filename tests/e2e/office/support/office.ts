/** A shop whose staff work in the office, for browser tests. */
import { createToken, insertSession } from '#domains/staff/server/staff-session.repository.ts';
import { type ServedShop, serveSampleShop } from '#tests/e2e/support/served-shop.ts';
import { generateOrders } from '#tests/fixtures/generate-orders.ts';
import { createTestStaff, type TestStaff } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';

export { STAFF_PASSWORD } from '#tests/fixtures/office.ts';

/** The roles that every shop has. */
export type RoleName = 'Owner' | 'Manager' | 'Orders' | 'Cellar' | 'Buyer' | 'Marketing' | 'Clubs' | 'Accounts' | 'Read-only';

const NAMES: Readonly<Record<RoleName, string>> = {
  Owner: 'Olive Owner',
  Manager: 'Mia Manager',
  Orders: 'Otto Packer',
  Cellar: 'Celia Cellar',
  Buyer: 'Bea Byer',
  Marketing: 'Mara Market',
  Clubs: 'Cleo Club',
  Accounts: 'Ace Count',
  'Read-only': 'Rea Reader',
};

/** Wines with stock, of which orders are made. */
export const WINES = [
  { offerId: 'office-shiraz', productId: 990_001, sku: 'OFFICE-SHIRAZ', brand: 'Amber Hill', name: 'Shiraz', vintage: '2021', level: 500 },
  {
    offerId: 'office-riesling',
    productId: 990_002,
    sku: 'OFFICE-RIESLING',
    brand: 'Cold Creek',
    name: 'Riesling',
    vintage: '2023',
    level: 500,
  },
] as const;

export interface OfficeShop extends ServedShop {
  readonly officeUrl: string;
  /** Returns a person with a role, with password and authenticator. The same one each time. */
  person(role: RoleName): Promise<TestStaff>;
  /** Opens a session without the steps of the sign-in. @returns the value of its cookie */
  openSession(staff: Pick<TestStaff, 'id'>, isSteppedUp: boolean): Promise<string>;
  /** Ends the sessions of a person, as a colleague does. */
  endSessions(staff: Pick<TestStaff, 'id'>): Promise<void>;
  /** Makes the second factors of a person older than what a step-up accepts. */
  ageFactors(staff: Pick<TestStaff, 'id'>): Promise<void>;
  /** A guest buys cases of both wines and pays. @returns id and number of the order */
  buy(cases?: readonly (typeof WINES)[number]['productId'][]): Promise<{ readonly id: string; readonly number: number }>;
}

export const OFFICE_COOKIE = 'cellardoor_office';

/**
 * Starts a sample shop with staff. @param orders generated orders in addition to those that a test makes: their payments are invented, so
 * refund those of `buy` only
 */
export async function serveOffice({
  orders = 0,
  env = {},
}: {
  readonly orders?: number;
  readonly env?: Readonly<Record<string, string>>;
} = {}): Promise<OfficeShop> {
  const shop = await serveSampleShop(env);
  const { database, running } = shop;
  if (running.officeOrigin === null) throw new Error('the shop serves no office');
  await shop.stock(...WINES);
  if (orders > 0) await generateOrders(database, { orders, customers: Math.ceil(orders / 2) });
  const people = new Map<RoleName, Promise<TestStaff>>();
  const create = (role: RoleName): Promise<TestStaff> =>
    createTestStaff(database, {
      email: `${role.toLowerCase()}@shop.example`,
      name: NAMES[role],
      roles: [role],
      withPassword: true,
    });
  return {
    ...shop,
    officeUrl: running.officeOrigin,
    person(role) {
      const person = people.get(role) ?? create(role);
      people.set(role, person);
      return person;
    },
    async openSession({ id }, isSteppedUp) {
      const token = createToken();
      const details = { method: 'totp', userAgent: 'Chrome on Linux', ip: '127.0.0.1', isSteppedUp };
      await database.transaction((transaction) => insertSession(transaction, id, token, details));
      return token;
    },
    async endSessions({ id }) {
      await database.execute({ text: 'update staff_sessions set revoked_at = now() where staff_id = $1', values: [id] });
    },
    async ageFactors({ id }) {
      await database.execute({
        text: "update staff_sessions set step_up_at = now() - interval '1 hour' where staff_id = $1",
        values: [id],
      });
    },
    async buy(cases = [WINES[0].productId, WINES[0].productId, WINES[1].productId]) {
      const id = await paidOrder(shop, cases);
      const row = await database.queryOne<{ number: number }>({ text: 'select number from orders where id = $1', values: [id] });
      return { id, number: row?.number ?? 0 };
    },
  };
}
