/**
 * `node tests/operations/prepare-shop.ts CONNECTION_STRING CASES CUSTOMERS`: fills a database that is migrated for proxied-shop.ts. A release runs it
 * with its own code, because that of another one does not fit its schema. Prints what it created as JSON.
 */
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createTestStaff, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop } from '#tests/fixtures/shop.ts';

const [connectionString = '', cases = '', customers = ''] = process.argv.slice(2);
const shop = await createTestShop({}, undefined, {}, async () => ({ connectionString, drop: async () => {} }));
await shop.stock({ offerId: 'one', productId: 1, level: Number(cases) });
const { cookies } = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', roles: ['Owner'] }));
const emails: string[] = [];
for (let count = 0; count < Number(customers); count += 1) emails.push((await createTestCustomer(shop, { withPassword: true })).email);
await shop.stop();
console.log(JSON.stringify({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), emails }));
