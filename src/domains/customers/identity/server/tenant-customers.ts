/** Customers of a hosted tenant: matched by their customer id at the tenant, else by confirmed email. */
import type { JWTPayload } from 'jose';
import type { Database } from '#lib/db/pool.ts';
import { isEmail } from '#lib/email.ts';
import { MARKETS } from '#markets/market.ts';
import { CLAIMS } from '../model/claims.ts';
import { createCustomer, customerByEmail, customerById, findLinkedCustomer, linkIdentity } from './customer.repository.ts';

const PROVIDER = 'tenant';

/** Custom claims that the tenant must add to access tokens; see docs/guides/connect-an-identity-tenant.md. */
export const TENANT_CLAIMS = {
  email: 'https://cellardoor.example/email',
  emailVerified: 'https://cellardoor.example/email_verified',
  /** Time of the last sign-in in Unix seconds. */
  authTime: 'https://cellardoor.example/auth_time',
} as const;

const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 && number < 2_147_483_648 ? number : null;
};

/**
 * Returns the subject of our customer for a tenant's subject. Creates the account at the first visit.
 * @returns null if the claims do not suffice
 */
export async function subjectOfTenant(database: Database, tenantSubject: string, claims: JWTPayload): Promise<string | null> {
  return database.transaction(async (transaction) => {
    const linked = await findLinkedCustomer(transaction, PROVIDER, tenantSubject);
    if (linked) return linked.subject;
    const metadata = claims[CLAIMS.appMetadata];
    const ids = MARKETS.map((market) =>
      numberOf(typeof metadata === 'object' && metadata !== null ? (metadata as JWTPayload)[`BIGCOMMERCE_${market}_CUSTOMER_ID`] : null),
    );
    const id = ids.find((candidate) => candidate !== null) ?? null;
    const email = claims[TENANT_CLAIMS.email];
    const isConfirmed = claims[TENANT_CLAIMS.emailVerified] === true && typeof email === 'string' && isEmail(email);
    const customer =
      (id === null ? null : await customerById(transaction, id)) ??
      (isConfirmed
        ? ((await customerByEmail(transaction, email)) ??
          (await createCustomer(transaction, {
            email,
            emailVerified: true,
            passwordHash: null,
            givenName: '',
            familyName: '',
            userMetadata: {},
          })))
        : null);
    if (!customer) return null;
    await linkIdentity(transaction, customer.id, PROVIDER, tenantSubject);
    return customer.subject;
  });
}
