/** Handlers of the account contract [ACC-3, ACC-4, ACC-5]. */

import { CONSENT_WORDING, type ConsentEntry } from '#domains/customers/consent/model/marketing.ts';
import { recordConsents } from '#domains/customers/consent/server/consent.repository.ts';
import { toUser } from '#domains/customers/identity/model/user.ts';
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import {
  identitiesOf,
  mergeUserMetadata,
  setNames,
  setPasswordHash,
  setPhone,
} from '#domains/customers/identity/server/customer.repository.ts';
import type { QueueIdentityMail } from '#domains/customers/identity/server/hosted/identity-mail.ts';
import { requestLink } from '#domains/customers/identity/server/hosted/one-time-link.repository.ts';
import { confirmPassword, sessionIdOf } from '#domains/customers/identity/server/recent-sign-in.ts';
import { listSessions, revokeSession, revokeSessions } from '#domains/customers/identity/server/session.repository.ts';
import { ADDRESS_MISMATCH } from '#domains/selling/checkout/messages/errors.ts';
import { normalisePhone } from '#domains/selling/checkout/model/contact.ts';
import { phoneError } from '#domains/selling/checkout/model/validate-details.ts';
import type { ClubDeps } from '#domains/selling/clubs/server/club-deps.ts';
import { isOrderOf, ordersOfCustomer } from '#domains/selling/orders/server/customer-order.repository.ts';
import { readOrder } from '#domains/selling/orders/server/order-view.ts';
import type { LocalityTables } from '#domains/selling/shipping/model/localities.ts';
import { doOnce, type IdempotencyRequest, keyScope } from '#lib/db/idempotency.ts';
import type { Database } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import { formatDevice } from '#lib/format-device.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { suppressionOf } from '#lib/mail/suppression.repository.ts';
import { PASSWORD_RULE_MESSAGES } from '#lib/password-rules.ts';
import { fail, ok } from '#lib/result.ts';
import { hashPassword } from '#lib/server/password-hash.ts';
import { findPasswordError } from '#lib/server/password-policy.ts';
import { claimAttempt } from '#lib/server/throttle.repository.ts';
import { THROTTLE_MINUTES } from '#lib/throttle-window.ts';
import type { accountContract, Profile } from '../contract.ts';
import { findAddressError, MAX_ADDRESSES } from '../model/address.ts';
import { addAddress, addressesOf, type CustomerScope, changeAddress, removeAddress, setDefaultAddress } from './address.repository.ts';
import { instrumentsOf, setDefaultInstrument } from './instrument.repository.ts';
import { eraseEverything, type PersonalData, readEverything } from './personal-data.ts';
import { removeCard } from './remove-card.ts';

export interface AccountParts {
  readonly database: Database;
  readonly auth: Authentication;
  readonly localities: LocalityTables;
  readonly queueMail: QueueIdentityMail;
  readonly personalData: readonly PersonalData[];
  /** A removed card may pay for a membership. */
  readonly clubs: ClubDeps;
}

/** Creates the idempotency request of a change of the account in a market. */
const onceOf = ({ idempotencyKey: key, site }: CallContext, what: string, customerId: number, input: object): IdempotencyRequest => ({
  scope: keyScope(`account/${what}`, customerId, ''),
  key,
  input: { market: site.market, ...input },
});

export function accountHandlers({
  database,
  auth,
  localities,
  queueMail,
  personalData,
  clubs,
}: AccountParts): Handlers<typeof accountContract> {
  const ownerOf = async (context: CallContext): Promise<CustomerScope> => ({
    customerId: (await auth.customer(context)).customerId,
    market: context.site.market,
  });

  const profileOf = async (context: CallContext): Promise<{ data: Profile }> => {
    const customer = await auth.account(context);
    const [identities, suppression] = await Promise.all([identitiesOf(database, customer.id), suppressionOf(database, customer.email)]);
    return {
      data: {
        ...toUser(customer, context.site.market),
        phone: customer.phone,
        createdAt: customer.createdAt.toISOString(),
        hasPassword: customer.passwordHash !== null,
        providers: identities.map(({ provider }) => provider),
        emailProblem: suppression?.kind ?? null,
      },
    };
  };

  const addressList = async (owner: CustomerScope) => ok({ data: await addressesOf(database, owner) });
  const instrumentList = async (owner: CustomerScope) => ok({ data: await instrumentsOf(database, owner) });

  return {
    async addresses({ customerID }, context) {
      const { customerId } = await auth.owner(context, customerID);
      return addressList({ customerId, market: context.site.market });
    },

    async instruments({ customerID, defaultOnly }, context) {
      const { customerId } = await auth.owner(context, customerID);
      return ok({ data: await instrumentsOf(database, { customerId, market: context.site.market }, defaultOnly) });
    },

    async profile(_, context) {
      return ok(await profileOf(context));
    },

    async saveProfile({ givenName, familyName, phone, birthday }, context) {
      const { customerId, market } = await ownerOf(context);
      const error = phone === '' ? null : phoneError(market, phone);
      if (error !== null) return fail('phone_invalid', { reason: error });
      await doOnce(database, onceOf(context, 'profile', customerId, { givenName, familyName, phone, birthday }), async (transaction) => {
        await setNames(transaction, customerId, givenName, familyName);
        await mergeUserMetadata(transaction, customerId, { birthday });
        await setPhone(transaction, customerId, phone === '' ? '' : normalisePhone(market, phone));
      });
      return ok(await profileOf(context));
    },

    async saveConsent({ email, sms }, context) {
      const { customerId, market } = await ownerOf(context);
      const entries = Object.entries({ email, sms }).map(([name, granted]): ConsentEntry => {
        const channel = name === 'email' ? 'email' : 'sms';
        return { channel, granted, wording: CONSENT_WORDING[channel], source: 'account' };
      });
      await doOnce(database, onceOf(context, 'consent', customerId, { email, sms }), (transaction) =>
        recordConsents(transaction, customerId, entries, market),
      );
      return ok(await profileOf(context));
    },

    async changePassword({ currentPassword, newPassword }, context) {
      const customer = await auth.account(context);
      const rejected = await confirmPassword(database, customer, currentPassword, context);
      if (rejected) return rejected;
      const error = await findPasswordError(newPassword, customer.email);
      if (error) return fail('password_invalid', { reason: PASSWORD_RULE_MESSAGES[error] });
      const hash = await hashPassword(newPassword);
      const ended = await database.transaction(async (transaction) => {
        await setPasswordHash(transaction, customer.id, hash);
        await queueMail(transaction, { kind: 'password_changed', to: customer.email, market: context.site.market });
        return revokeSessions(transaction, customer.id, sessionIdOf(context));
      });
      return ok({ data: { ended } });
    },

    async sendVerification(_, context) {
      const { email, emailVerified } = await auth.account(context);
      if (emailVerified) return ok({ data: { sent: false } });
      if (!(await claimAttempt(database, [{ kind: 'mail_by_account', subject: emailKey(email) }])))
        return fail('too_many_attempts', { minutes: THROTTLE_MINUTES });
      await database.transaction(async (transaction) => {
        const linkId = await requestLink(transaction, { purpose: 'verify', email, data: {}, origin: context.origin, returnTo: '/' });
        await queueMail(transaction, { kind: 'link', linkId });
      });
      return ok({ data: { sent: true } });
    },

    async saveAddress({ id, isDefault, ...fields }, context) {
      const owner = await ownerOf(context);
      const error = findAddressError(owner.market, fields, localities[owner.market]);
      if (error === ADDRESS_MISMATCH) return fail('address_mismatch');
      if (error !== null) return fail('address_invalid', { reason: error });
      const rejected = await doOnce(
        database,
        onceOf(context, 'address', owner.customerId, { id, isDefault, fields }),
        async (transaction) => {
          if (id !== null) return (await changeAddress(transaction, owner, id, fields, isDefault)) ? null : fail('address_not_found');
          return (await addAddress(transaction, owner, fields, isDefault, MAX_ADDRESSES)) === null ? fail('too_many_addresses') : null;
        },
      );
      return rejected ?? addressList(owner);
    },

    async removeAddress({ id }, context) {
      const owner = await ownerOf(context);
      const rejected = await doOnce(database, onceOf(context, 'address/remove', owner.customerId, { id }), async (transaction) =>
        (await removeAddress(transaction, owner, id)) ? null : fail('address_not_found'),
      );
      return rejected ?? addressList(owner);
    },

    async defaultAddress({ id }, context) {
      const owner = await ownerOf(context);
      const rejected = await doOnce(database, onceOf(context, 'address/default', owner.customerId, { id }), async (transaction) =>
        (await setDefaultAddress(transaction, owner, id)) ? null : fail('address_not_found'),
      );
      return rejected ?? addressList(owner);
    },

    async removeInstrument({ id, agreed }, context) {
      const owner = await ownerOf(context);
      return (await removeCard(clubs, owner, id, agreed)) ?? instrumentList(owner);
    },

    async defaultInstrument({ id }, context) {
      const owner = await ownerOf(context);
      const rejected = await doOnce(database, onceOf(context, 'instrument/default', owner.customerId, { id }), async (transaction) =>
        (await setDefaultInstrument(transaction, owner, id)) ? null : fail('instrument_not_found'),
      );
      return rejected ?? instrumentList(owner);
    },

    async orders({ before }, context) {
      const { customerId, market } = await ownerOf(context);
      const { orders, more } = await ordersOfCustomer(database, customerId, market, before ?? null);
      return ok({ data: orders, more });
    },

    async order({ id }, context) {
      const { customerId, market } = await ownerOf(context);
      const order = (await isOrderOf(database, customerId, id)) ? await readOrder(database, id) : null;
      return order?.market === market ? ok({ data: order }) : fail('order_not_found');
    },

    async sessions(_, context) {
      const { customerId } = await auth.customer(context);
      const own = sessionIdOf(context);
      const signIns = await listSessions(database, customerId);
      return ok({
        data: signIns.map(({ id, method, userAgent, createdAt, lastSeenAt }) => ({
          id,
          isThis: id === own,
          device: formatDevice(userAgent),
          method,
          createdAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
        })),
      });
    },

    async endSessions({ id }, context) {
      const { customerId } = await auth.customer(context);
      if (id === undefined) return ok({ data: { ended: await revokeSessions(database, customerId, sessionIdOf(context)) } });
      const isOwn = (await listSessions(database, customerId)).some((signIn) => signIn.id === id);
      return ok({ data: { ended: isOwn && (await revokeSession(database, id)) ? 1 : 0 } });
    },

    async myData(_, context) {
      return ok({ data: await readEverything(database, personalData, await auth.account(context)) });
    },

    async remove({ password }, context) {
      const customer = await auth.account(context);
      const rejected = await confirmPassword(database, customer, password, context);
      if (rejected) return rejected;
      await database.transaction((transaction) => eraseEverything(transaction, personalData, customer));
      return ok({ data: { deleted: true as const } });
    },
  };
}
