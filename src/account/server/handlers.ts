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
import { askForLink } from '../../identity/server/one-time-links.ts';
import { passwordFault } from '../../identity/server/password-fault.ts';
import { hashPassword } from '../../identity/server/password-hash.ts';
import { confirmPassword, signInOf } from '../../identity/server/recent-sign-in.ts';
import { endSignIn, endSignIns, signInsOf } from '../../identity/server/sign-ins.ts';
import { claimAttempt } from '../../identity/server/throttle.ts';
import { toUser } from '../../identity/user.ts';
import { isOrderOf, ordersOfCustomer } from '../../orders/server/customer-orders.ts';
import { readOrder } from '../../orders/server/order-view.ts';
import { answer, refuse } from '../../platform/contract.ts';
import { emailKey } from '../../platform/email.ts';
import { doOnce, keyScope, type Once } from '../../platform/server/database/idempotency.ts';
import type { Database } from '../../platform/server/database/pool.ts';
import type { CallContext } from '../../platform/server/http/context.ts';
import { Refused } from '../../platform/server/http/refusal-body.ts';
import type { Handlers } from '../../platform/server/http/register-calls.ts';
import type { LocalityTable } from '../../shipping/localities.ts';
import type { ClubDesk } from '../../wine-club/server/club-desk.ts';
import { addressFault, MOST_ADDRESSES } from '../address.ts';
import type { accountCalls, Profile } from '../contract.ts';
import { deviceWords } from '../device-words.ts';
import { addAddress, addressesOf, changeAddress, type Owner, removeAddress, setDefaultAddress } from './addresses.ts';
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
  readonly clubs: ClubDesk;
}

/** A change of an account under the key of its call, in the market it is made in. */
const onceOf = ({ idempotencyKey: key, site }: CallContext, what: string, customerId: number, input: object): Once => ({
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
}: AccountParts): Handlers<typeof accountCalls> {
  /** The signed-in customer. @throws Refused `token_missing`, `token_invalid` */
  const me = async (context: CallContext): Promise<Customer> => {
    const { customerId } = await auth.customer(context);
    const customer = await customerById(database, customerId);
    if (!customer) throw new Refused('token_invalid');
    return customer;
  };
  const ownerOf = async (context: CallContext): Promise<Owner> => ({
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

  const addressList = async (owner: Owner) => answer({ data: await addressesOf(database, owner) });
  const instrumentList = async (owner: Owner) => answer({ data: await instrumentsOf(database, owner) });

  return {
    async addresses({ customerID }, context) {
      const { customerId } = await auth.owner(context, customerID);
      return addressList({ customerId, market: context.site.market });
    },

    async instruments({ customerID, defaultOnly }, context) {
      const { customerId } = await auth.owner(context, customerID);
      return answer({ data: await instrumentsOf(database, { customerId, market: context.site.market }, defaultOnly) });
    },

    async profile(_, context) {
      return answer(await profileOf(context));
    },

    async saveProfile({ givenName, familyName, phone, birthday }, context) {
      const { customerId, market } = await ownerOf(context);
      const fault = phone === '' ? null : phoneFault(market, phone);
      if (fault !== null) return refuse('phone_invalid', { reason: fault });
      await doOnce(database, onceOf(context, 'profile', customerId, { givenName, familyName, phone, birthday }), async (transaction) => {
        await setNames(transaction, customerId, givenName, familyName);
        await setUserMetadata(transaction, { id: customerId, market }, JSON.stringify({ birthday }));
        await transaction.run({
          name: 'customer.phone',
          text: 'update customers set phone = $2 where id = $1',
          values: [customerId, phone === '' ? '' : normalisePhone(market, phone)],
        });
      });
      return answer(await profileOf(context));
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
      return answer(await profileOf(context));
    },

    async changePassword({ currentPassword, newPassword }, context) {
      const customer = await me(context);
      await confirmPassword(database, customer, currentPassword, context);
      const fault = await passwordFault(newPassword, customer.email);
      if (fault) return refuse('password_invalid', { reason: PASSWORD_FAULTS[fault] });
      const hash = await hashPassword(newPassword);
      const ended = await database.transaction(async (transaction) => {
        await setPasswordHash(transaction, customer.id, hash);
        await queueMail(transaction, { kind: 'password_changed', to: customer.email });
        return endSignIns(transaction, customer.id, signInOf(context));
      });
      return answer({ data: { ended } });
    },

    async sendVerification(_, context) {
      const { email, emailVerified } = await me(context);
      if (emailVerified) return answer({ data: { sent: false } });
      if (!(await claimAttempt(database, [{ kind: 'mail_by_account', subject: emailKey(email) }])))
        return refuse('too_many_attempts', { minutes: THROTTLE_MINUTES });
      await database.transaction(async (transaction) => {
        const linkId = await askForLink(transaction, { purpose: 'verify', email, data: {}, origin: context.origin, returnTo: '/' });
        await queueMail(transaction, { kind: 'link', linkId });
      });
      return answer({ data: { sent: true } });
    },

    async saveAddress({ id, isDefault, ...fields }, context) {
      const owner = await ownerOf(context);
      const fault = addressFault(owner.market, fields, localities);
      if (fault === ADDRESS_MISMATCH) return refuse('address_mismatch');
      if (fault !== null) return refuse('address_invalid', { reason: fault });
      await doOnce(database, onceOf(context, 'address', owner.customerId, { id, isDefault, fields }), async (transaction) => {
        if (id !== null && !(await changeAddress(transaction, owner, id, fields, isDefault))) throw new Refused('address_not_found');
        if (id === null && (await addAddress(transaction, owner, fields, isDefault, MOST_ADDRESSES)) === null)
          throw new Refused('too_many_addresses');
      });
      return addressList(owner);
    },

    async removeAddress({ id }, context) {
      const owner = await ownerOf(context);
      await doOnce(database, onceOf(context, 'address/remove', owner.customerId, { id }), async (transaction) => {
        if (!(await removeAddress(transaction, owner, id))) throw new Refused('address_not_found');
      });
      return addressList(owner);
    },

    async defaultAddress({ id }, context) {
      const owner = await ownerOf(context);
      await doOnce(database, onceOf(context, 'address/default', owner.customerId, { id }), async (transaction) => {
        if (!(await setDefaultAddress(transaction, owner, id))) throw new Refused('address_not_found');
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
        if (!(await setDefaultInstrument(transaction, owner, id))) throw new Refused('instrument_not_found');
      });
      return instrumentList(owner);
    },

    async orders({ before }, context) {
      const { customerId, market } = await ownerOf(context);
      const { orders, more } = await ordersOfCustomer(database, customerId, market, before ?? null);
      return answer({ data: orders, more });
    },

    async order({ id }, context) {
      const { customerId, market } = await ownerOf(context);
      const order = (await isOrderOf(database, customerId, id)) ? await readOrder(database, id) : null;
      return order?.market === market ? answer({ data: order }) : refuse('order_not_found');
    },

    async sessions(_, context) {
      const { customerId } = await auth.customer(context);
      const own = signInOf(context);
      const signIns = await signInsOf(database, customerId);
      return answer({
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
      if (id === undefined) return answer({ data: { ended: await endSignIns(database, customerId, signInOf(context)) } });
      const isOwn = (await signInsOf(database, customerId)).some((signIn) => signIn.id === id);
      return answer({ data: { ended: isOwn && (await endSignIn(database, id)) ? 1 : 0 } });
    },

    async myData(_, context) {
      return answer({ data: await readEverything(database, personalData, await me(context)) });
    },

    async remove({ password }, context) {
      const customer = await me(context);
      await confirmPassword(database, customer, password, context);
      await database.transaction(async (transaction) => {
        for (const source of personalData) await source.erase(transaction, customer);
      });
      return answer({ data: { deleted: true as const } });
    },
  };
}
