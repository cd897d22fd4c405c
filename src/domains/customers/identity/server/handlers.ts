/**
 * Handlers of the identity contract. Failed checks of an address return false or an empty object [ID-40, ID-41, ID-42, ACCESS-16].
 */
import { isContactEligible, type ReadContact } from '#domains/outbound/crm/model/contact.ts';
import { keepEligibility } from '#domains/outbound/crm/server/eligibility.ts';
import type { Database } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/define-contract.ts';
import { emailKey, isEmail, maskEmail } from '#lib/email.ts';
import { ApiError } from '#lib/http/api-error.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import type { Config } from '#lib/server/config.ts';
import type { identityContract } from '../contract.ts';
import { GROUPS, groupOf } from '../model/groups.ts';
import { THROTTLE_MINUTES } from '../model/hosted-messages.ts';
import { toUser } from '../model/user.ts';
import type { Authentication } from './authenticate.ts';
import { CODE_MINUTES, finishEmailChange, startEmailChange } from './change-email.ts';
import { type Customer, customerByEmail, customerById, emailHasAccount, identitiesOf, setNames } from './customer.repository.ts';
import type { QueueIdentityMail } from './identity-mail.ts';
import { type CanOwnCart, setAppMetadata, setUserMetadata } from './metadata.ts';
import { findLink, requestLink } from './one-time-link.repository.ts';
import { confirmOwner, sessionIdOf } from './recent-sign-in.ts';
import { revokeSessions } from './session.repository.ts';
import { claimAttempt } from './throttle.repository.ts';

export interface IdentityParts {
  readonly config: Config;
  readonly database: Database;
  readonly auth: Authentication;
  readonly queueMail: QueueIdentityMail;
  readonly mayHoldCart: CanOwnCart;
  /** Reads the CRM's contact. Without one, the shop's own values are returned. */
  readonly readContact: ReadContact;
}

/** `GOLD` → `Gold`, the spelling of the contact service. */
const contactWord = (tier: string): string => tier.charAt(0) + tier.slice(1).toLowerCase();

export function identityHandlers(parts: IdentityParts): Handlers<typeof identityContract> {
  const { config, database, auth, queueMail, mayHoldCart: canOwnCart, readContact } = parts;

  /** Returns the signed-in customer. @throws ApiError `token_missing`, `token_invalid` */
  const me = async (context: CallContext): Promise<Customer> => {
    const { customerId } = await auth.customer(context);
    const customer = await customerById(database, customerId);
    if (!customer) throw new ApiError('token_invalid');
    return customer;
  };

  return {
    async validateEmail({ email }) {
      return ok({ status: isEmail(email) && (await emailHasAccount(database, email)) });
    },

    async checkSocialIdentity({ email }) {
      if (!isEmail(email)) return ok({ isSocial: false, provider: null, error: 'email_invalid' });
      const customer = await customerByEmail(database, email);
      const identities = customer && customer.passwordHash === null ? await identitiesOf(database, customer.id) : [];
      const known = identities.find(({ provider }) => config.IDENTITY_PROVIDERS.some(({ id }) => id === provider));
      return ok({ isSocial: known !== undefined, provider: known?.provider ?? null, error: null });
    },

    async getUserMetadata({ email }) {
      return ok(isEmail(email) && (await emailHasAccount(database, email)) ? { email } : {});
    },

    async changeEmailStep2({ email, password }, context) {
      const customer = await me(context);
      await confirmOwner(database, customer, password, context);
      if (emailKey(email) === emailKey(customer.email)) return fail('email_same');
      if (await emailHasAccount(database, email)) return fail('email_taken');
      const isFree = await claimAttempt(database, [{ kind: 'code_by_account', subject: String(customer.id) }]);
      if (!isFree) return fail('too_many_attempts', { minutes: THROTTLE_MINUTES });
      await database.transaction(async (transaction) => {
        await startEmailChange(transaction, customer.id, email);
        await queueMail(transaction, { kind: 'code', customerId: customer.id });
      });
      return ok({ data: { email, minutes: CODE_MINUTES } });
    },

    async changeEmailStep3({ code }, context) {
      const customer = await me(context);
      const change = await finishEmailChange(database, customer.id, code, async (transaction, oldEmail, newEmail) => {
        const linkId = await requestLink(transaction, {
          purpose: 'undo-email',
          email: oldEmail,
          data: { newEmail },
          customerId: customer.id,
          origin: context.origin,
          returnTo: '/',
        });
        await queueMail(transaction, { kind: 'link', linkId });
        await revokeSessions(transaction, customer.id, sessionIdOf(context));
      });
      if (change.kind === 'wrong') return fail('code_wrong');
      if (change.kind === 'expired') return fail('code_ended');
      if (change.kind === 'taken') return fail('email_taken');
      return ok({ data: toUser(await me(context), context.site.market) });
    },

    async updateMetadata({ given_name, family_name, user_metadata, app_metadata }, context) {
      const { customerId } = await auth.customer(context);
      const { market } = context.site;
      await database.transaction(async (transaction) => {
        if (app_metadata !== undefined) await setAppMetadata(transaction, { id: customerId, market }, app_metadata, canOwnCart);
        if (user_metadata !== undefined) await setUserMetadata(transaction, { id: customerId, market }, user_metadata);
        if (given_name !== undefined || family_name !== undefined)
          await setNames(transaction, customerId, given_name ?? null, family_name ?? null);
      });
      return ok({ data: toUser(await me(context), market) });
    },

    async userWithMetadata(_, context) {
      return ok({ data: toUser(await me(context), context.site.market) });
    },

    async customerGroup({ customerID }, context) {
      await auth.claimed(context, customerID);
      if (customerID === 0) return ok({ id: GROUPS.GUEST, name: 'GUEST' });
      const { group, markets } = await me(context);
      const name = groupOf(group, markets[context.site.market].tier);
      return ok({ id: GROUPS[name], name });
    },

    async customerIdByEmail({ email }, context) {
      const customer = await me(context);
      return emailKey(email) === emailKey(customer.email) ? ok([{ id: customer.id }]) : fail('not_yours');
    },

    async hubspotContact(_, context) {
      const customer = await me(context);
      const { market } = context.site;
      const { tier, contactId, loyaltyExcluded, crmEligible } = customer.markets[market];
      const found = await readContact(market, { contactId, email: customer.email });
      if (found) {
        const eligible = isContactEligible(found.properties);
        if (eligible !== crmEligible) await keepEligibility(database, customer.id, market, eligible);
        return ok({ ...found, archived: false });
      }
      // A customer without a contact is new and eligible. If the CRM is unavailable, its last response counts.
      const isEligible = readContact.has(market) ? (crmEligible ?? contactId === null) : !loyaltyExcluded;
      const created = customer.createdAt.toISOString();
      return ok({
        id: contactId ?? String(customer.id),
        properties: {
          email: customer.email,
          firstname: customer.givenName,
          lastname: customer.familyName,
          loyalty_eligible_for_loyalty: String(isEligible),
          loyalty_tier: contactWord(tier),
        },
        createdAt: created,
        updatedAt: created,
        archived: false,
      });
    },

    async providers() {
      return ok({ data: config.IDENTITY_PROVIDERS.map(({ id, label }) => ({ id, label })) });
    },

    async link({ token }) {
      const link = await findLink(database, token, ['join', 'verify', 'reset', 'undo-email']);
      return link ? ok({ data: { purpose: link.purpose, email: maskEmail(link.email) } }) : fail('link_ended');
    },
  };
}
