/**
 * Handlers of the identity contract. Failed checks of an address return false or an empty object [ID-40, ID-41, ID-42, ACCESS-16].
 */
import { isContactEligible, type ReadContact } from '#domains/outbound/crm/model/contact.ts';
import { saveEligibility } from '#domains/outbound/crm/server/eligibility.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import { emailKey, isEmail, maskEmail } from '#lib/email.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { fail, ok } from '#lib/result.ts';
import type { Config } from '#lib/server/config.ts';
import { claimAttempt } from '#lib/server/throttle.repository.ts';
import { THROTTLE_MINUTES } from '#lib/throttle-window.ts';
import type { identityContract } from '../contract.ts';
import { GROUPS, groupOf } from '../model/claims.ts';
import { toUser } from '../model/user.ts';
import type { Authentication } from './authenticate.ts';
import { CODE_MINUTES, finishEmailChange, startEmailChange } from './change-email.ts';
import { customerByEmail, emailHasAccount, identitiesOf, setNames } from './customer.repository.ts';
import type { QueueIdentityMail } from './hosted/identity-mail.ts';
import { findLink, requestLink } from './hosted/one-time-link.repository.ts';
import { type CanOwnCart, setAppMetadata, setUserMetadata } from './metadata.ts';
import { confirmOwner, sessionIdOf } from './recent-sign-in.ts';
import { revokeSessions } from './session.repository.ts';

export interface IdentityParts {
  readonly config: Config;
  readonly database: Database;
  readonly auth: Authentication;
  readonly queueMail: QueueIdentityMail;
  readonly canOwnCart: CanOwnCart;
  /** Reads the CRM's contact. Without one, the shop's own values are returned. */
  readonly readContact: ReadContact;
}

/** `GOLD` → `Gold`, the spelling of the contact service. */
const contactWord = (tier: string): string => tier.charAt(0) + tier.slice(1).toLowerCase();

export function identityHandlers(parts: IdentityParts): Handlers<typeof identityContract> {
  const { config, database, auth, queueMail, canOwnCart, readContact } = parts;

  return {
    async validateEmail({ email }) {
      return ok({ status: isEmail(email) && (await emailHasAccount(database, email)) });
    },

    async checkSocialIdentity({ email }) {
      if (!isEmail(email)) return ok({ isSocial: false, provider: null, error: 'email_invalid' });
      const customer = await customerByEmail(database, email);
      const identities = customer && customer.passwordHash === null ? await identitiesOf(database, customer.id) : [];
      const identity = identities.find(({ provider }) => config.IDENTITY_PROVIDERS.some(({ id }) => id === provider));
      return ok({ isSocial: identity !== undefined, provider: identity?.provider ?? null, error: null });
    },

    async getUserMetadata({ email }) {
      return ok(isEmail(email) && (await emailHasAccount(database, email)) ? { email } : {});
    },

    async changeEmailStep2({ email, password }, context) {
      const customer = await auth.account(context);
      const rejected = await confirmOwner(database, customer, password, context);
      if (rejected) return rejected;
      if (emailKey(email) === emailKey(customer.email)) return fail('email_same');
      if (await emailHasAccount(database, email)) return fail('email_taken');
      const isFree = await claimAttempt(database, [{ kind: 'code_by_account', subject: String(customer.id) }]);
      if (!isFree) return fail('too_many_attempts', { minutes: THROTTLE_MINUTES });
      await database.transaction(async (transaction) => {
        await startEmailChange(transaction, customer.id, email);
        await queueMail(transaction, { kind: 'code', customerId: customer.id, market: context.site.market });
      });
      return ok({ data: { email, minutes: CODE_MINUTES } });
    },

    async changeEmailStep3({ code }, context) {
      const customer = await auth.account(context);
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
      return ok({ data: toUser(await auth.account(context), context.site.market) });
    },

    async updateMetadata({ given_name, family_name, user_metadata, app_metadata }, context) {
      const { customerId } = await auth.customer(context);
      const { market } = context.site;
      const saved = await database.transaction(async (transaction) => {
        const customer = { id: customerId, market };
        const rejected =
          (app_metadata === undefined ? null : await setAppMetadata(transaction, customer, app_metadata, canOwnCart)) ??
          (user_metadata === undefined ? null : await setUserMetadata(transaction, customer, user_metadata));
        if (rejected) return rejected;
        if (given_name !== undefined || family_name !== undefined)
          await setNames(transaction, customerId, given_name ?? null, family_name ?? null);
        return null;
      });
      if (saved) return saved;
      return ok({ data: toUser(await auth.account(context), market) });
    },

    async userWithMetadata(_, context) {
      return ok({ data: toUser(await auth.account(context), context.site.market) });
    },

    async customerGroup({ customerID }, context) {
      await auth.claimed(context, customerID);
      if (customerID === 0) return ok({ id: GROUPS.GUEST, name: 'GUEST' });
      const { group, markets } = await auth.account(context);
      const name = groupOf(group, markets[context.site.market].tier);
      return ok({ id: GROUPS[name], name });
    },

    async customerIdByEmail({ email }, context) {
      const customer = await auth.account(context);
      return emailKey(email) === emailKey(customer.email) ? ok([{ id: customer.id }]) : fail('not_yours');
    },

    async hubspotContact(_, context) {
      const customer = await auth.account(context);
      const { market } = context.site;
      const { tier, contactId, loyaltyExcluded, crmEligible } = customer.markets[market];
      const found = await readContact(market, { contactId, email: customer.email });
      if (found) {
        const eligible = isContactEligible(found.properties);
        if (eligible !== crmEligible) await saveEligibility(database, customer.id, market, eligible);
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
