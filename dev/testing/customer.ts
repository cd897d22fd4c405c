/** Customers for tests: made in the database, with access tokens as the identity service would issue them. */
import { randomUUID } from 'node:crypto';
import { importJWK, type JWTPayload, SignJWT } from 'jose';
import { CLAIMS } from '../../src/identity/claims.ts';
import { type Customer, createCustomer } from '../../src/identity/server/customers.ts';
import { hashPassword } from '../../src/identity/server/password-hash.ts';
import { recordSignIn } from '../../src/identity/server/sign-ins.ts';
import { signingKeys } from '../../src/identity/server/signing-keys.ts';
import type { Tier } from '../../src/identity/tiers.ts';
import type { TestShop } from './shop.ts';

export const PASSWORD = 'a-cellar-of-our-own';
export const AUDIENCE = 'https://api.cellardoor.example';

export interface TestCustomer {
  readonly id: number;
  readonly subject: string;
  readonly email: string;
  /** An access token of a sign-in of its own. */
  readonly bearer: string;
}

export interface CustomerWish {
  readonly email?: string;
  readonly tier?: Tier;
  readonly isStaff?: boolean;
  /** False saves the time of hashing. */
  readonly withPassword?: boolean;
}

/** Make a customer and sign them in. */
export async function createTestCustomer(shop: Pick<TestShop, 'database' | 'running'>, input: CustomerWish = {}): Promise<TestCustomer> {
  const { database } = shop;
  const email = input.email ?? `${randomUUID().slice(0, 8)}@example.com`;
  const passwordHash = input.withPassword ? await hashPassword(PASSWORD) : null;
  const customer = await database.transaction((transaction) =>
    createCustomer(transaction, { email, emailVerified: true, passwordHash, givenName: 'Grace', familyName: 'Hopper', userMetadata: {} }),
  );
  if (!customer) throw new Error(`${email} has an account already`);
  if (input.isStaff) await database.execute({ text: "update customers set customer_group = 'STAFF' where id = $1", values: [customer.id] });
  if (input.tier)
    await database.execute({
      text: "insert into customer_markets (customer_id, market, tier) values ($1, 'AU', $2), ($1, 'SG', $2)",
      values: [customer.id, input.tier],
    });
  return { id: customer.id, subject: customer.subject, email, bearer: await tokenFor(shop, customer) };
}

/** A token with whatever is wrong about it. */
export interface TokenOptions {
  readonly audience?: string;
  readonly issuer?: string;
  /** Seconds from now. */
  readonly expiresIn?: number;
  readonly claims?: JWTPayload;
}

/** An access token as the provider signs them, for a sign-in that is recorded first. */
export async function tokenFor(
  { database, running }: Pick<TestShop, 'database' | 'running'>,
  customer: Pick<Customer, 'id' | 'subject'>,
  input: TokenOptions = {},
): Promise<string> {
  const signIn = randomUUID();
  await recordSignIn(database, customer.id, { id: signIn, method: 'password', userAgent: 'Test' });
  const [key] = (await signingKeys(database).current()).signing;
  if (!key?.kid) throw new Error('there is no signing key');
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({ [CLAIMS.signIn]: signIn, ...input.claims })
    .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'at+jwt' })
    .setSubject(customer.subject)
    .setIssuer(input.issuer ?? `http://localhost:${running.port}/`)
    .setAudience(input.audience ?? AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + (input.expiresIn ?? 3_600))
    .sign(await importJWK(key, 'RS256'));
}
