/** The calls of an account (SPEC.md §7 and the shop's own account pages). */
import { normalisePhone } from '../../checkout/contact.ts';
import { ADDRESS_MISMATCH } from '../../checkout/messages.ts';
import { phoneFault } from '../../checkout/validate-details.ts';
import { CONSENT_WORDING, type ConsentEntry } from '../../consent/marketing.ts';
import { recordConsents } from '../../consent/server/consents.ts';
import { THROTTLE_MINUTES } from '../../identity/hosted-messages.ts';
import { PASSWORD_FAULTS } from '../../identity/password-rules.ts';
import type { Authentication } from '../../identity/server/authenticate.ts';
import { type Customer, customerById, identitiesOf, setPasswordHash } from '../../identity/server/customers.ts';
import type { QueueIdentityMail } from '../../identity/server/identity-mail.ts';
import { setNames, setUserMetadata } from '../../identity/server/metadata.ts';
import { requestLink } from '../../identity/server/one-time-links.ts';
import { passwordFault } from '../../identity/server/password-fault.ts';
import { hashPassword } from '../../identity/server/password-hash.ts';
import { confirmPassword, signInOf } from '../../identity/server/recent-sign-in.ts';
import { revokeSession, endSignIns, signInsOf } from '../../identity/server/sign-ins.ts';
import { claimAttempt } from '../../identity/server/throttle.ts';
import { toUser } from '../../identity/user.ts';
import { isOrderOf, ordersOfCustomer } from '../../orders/server/customer-orders.ts';
import { readOrder } from '../../orders/server/order-view.ts';
import { ok, fail } from '../../platform/contract.ts';
import { emailKey } from '../../platform/email.ts';
import { doOnce, keyScope, type IdempotencyRequest } from '../../platform/server/database/idempotency.ts';
import type { Database } from '../../platform/server/database/pool.ts';
import type { CallContext } from '../../platform/server/http/context.ts';
import { ApiError } from '../../platform/server/http/refusal-body.ts';
import type { Handlers } from '../../platform/server/http/register-calls.ts';
import type { LocalityTable } from '../../shipping/localities.ts';
import type { ClubDeps } from '../../wine-club/server/club-desk.ts';
import { addressFault, MAX_ADDRESSES } from '../address.ts';
import type { accountContract, Profile } from '../contract.ts';
import { deviceWords } from '../device-words.ts';
import { addAddress, addressesOf, changeAddress, type CustomerScope, removeAddress, setDefaultAddress } from './addresses.ts';
import { instrumentsOf, setDefaultInstrument } from './instruments.ts';
import { type PersonalData, readEverything } from './personal-data.ts';
import { removeCard } from './remove-card.ts';

export interface AccountParts {
  readonly database: Database;
  readonly auth: Authentication;
  readonly localities: LocalityTable;
  readonly queueMail: QueueIdentityMail;
  readonly personalData: readonly PersonalData[];
  /** A card that goes may pay for a membership. */
  readonly clubs: ClubDeps;
}

/** A change of an account under the key of its call, in the market it is made in. */
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
  /** The signed-in customer. @throws Refused `token_missing`, `token_invalid` */
  const me = async (context: CallContext): Promise<Customer> => {
    const { customerId } = await auth.customer(context);
    const customer = await customerById(database, customerId);
    if (!customer) throw new ApiError('token_invalid');
    return customer;
  };
  const ownerOf = async (context: CallContext): Promise<CustomerScope> => ({
    customerId: (await auth.customer(context)).customerId,
    market: context.site.market,
  });

  const profileOf = async (context: CallContext): Promise<{ data: Profile }> => {
    const customer = await me(context);
    const identities = await identitiesOf(database, customer.id);
    return {
      data: {
        ...toUser(customer, context.site.market),
        phone: customer.phone,
        createdAt: customer.createdAt.toISOString(),
        hasPassword: customer.passwordHash !== null,
        providers: identities.map(({ provider }) => provider),
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
      const fault = phone === '' ? null : phoneFault(market, phone);
      if (fault !== null) return fail('phone_invalid', { reason: fault });
      await doOnce(database, onceOf(context, 'profile', customerId, { givenName, familyName, phone, birthday }), async (transaction) => {
        await setNames(transaction, customerId, givenName, familyName);
        await setUserMetadata(transaction, { id: customerId, market }, JSON.stringify({ birthday }));
        await transaction.execute({
          name: 'customer.phone',
          text: 'update customers set phone = $2 where id = $1',
          values: [customerId, phone === '' ? '' : normalisePhone(market, phone)],
        });
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
      const customer = await me(context);
      await confirmPassword(database, customer, currentPassword, context);
      const fault = await passwordFault(newPassword, customer.email);
      if (fault) return fail('password_invalid', { reason: PASSWORD_FAULTS[fault] });
      const hash = await hashPassword(newPassword);
      const ended = await database.transaction(async (transaction) => {
        await setPasswordHash(transaction, customer.id, hash);
        await queueMail(transaction, { kind: 'password_changed', to: customer.email });
        return endSignIns(transaction, customer.id, signInOf(context));
      });
      return ok({ data: { ended } });
    },

    async sendVerification(_, context) {
      const { email, emailVerified } = await me(context);
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
      const fault = addressFault(owner.market, fields, localities);
      if (fault === ADDRESS_MISMATCH) return fail('address_mismatch');
      if (fault !== null) return fail('address_invalid', { reason: fault });
      await doOnce(database, onceOf(context, 'address', owner.customerId, { id, isDefault, fields }), async (transaction) => {
        if (id !== null && !(await changeAddress(transaction, owner, id, fields, isDefault))) throw new ApiError('address_not_found');
        if (id === null && (await addAddress(transaction, owner, fields, isDefault, MAX_ADDRESSES)) === null)
          throw new ApiError('too_many_addresses');
      });
      return addressList(owner);
    },

    async removeAddress({ id }, context) {
      const owner = await ownerOf(context);
      await doOnce(database, onceOf(context, 'address/remove', owner.customerId, { id }), async (transaction) => {
        if (!(await removeAddress(transaction, owner, id))) throw new ApiError('address_not_found');
      });
      return addressList(owner);
    },

    async defaultAddress({ id }, context) {
      const owner = await ownerOf(context);
      await doOnce(database, onceOf(context, 'address/default', owner.customerId, { id }), async (transaction) => {
        if (!(await setDefaultAddress(transaction, owner, id))) throw new ApiError('address_not_found');
      });
      return addressList(owner);
    },

    async removeInstrument({ id, agreed }, context) {
      const owner = await ownerOf(context);
      await removeCard(clubs, owner, id, agreed);
      return instrumentList(owner);
    },

    async defaultInstrument({ id }, context) {
      const owner = await ownerOf(context);
      await doOnce(database, onceOf(context, 'instrument/default', owner.customerId, { id }), async (transaction) => {
        if (!(await setDefaultInstrument(transaction, owner, id))) throw new ApiError('instrument_not_found');
      });
      return instrumentList(owner);
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
      const own = signInOf(context);
      const signIns = await signInsOf(database, customerId);
      return ok({
        data: signIns.map(({ id, method, userAgent, createdAt, lastSeenAt }) => ({
          id,
          isThis: id === own,
          device: deviceWords(userAgent),
          method,
          createdAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
        })),
      });
    },

    async endSessions({ id }, context) {
      const { customerId } = await auth.customer(context);
      if (id === undefined) return ok({ data: { ended: await endSignIns(database, customerId, signInOf(context)) } });
      const isOwn = (await signInsOf(database, customerId)).some((signIn) => signIn.id === id);
      return ok({ data: { ended: isOwn && (await revokeSession(database, id)) ? 1 : 0 } });
    },

    async myData(_, context) {
      return ok({ data: await readEverything(database, personalData, await me(context)) });
    },

    async remove({ password }, context) {
      const customer = await me(context);
      await confirmPassword(database, customer, password, context);
      await database.transaction(async (transaction) => {
        for (const source of personalData) await source.erase(transaction, customer);
      });
      return ok({ data: { deleted: true as const } });
    },
  };
}
