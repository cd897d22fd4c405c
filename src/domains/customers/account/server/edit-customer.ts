/** Changes that staff make to an account, each with the activity log in its transaction. */

import { type EmailChangeResult, finishEmailChange, startEmailChange } from '#domains/customers/identity/server/change-email.ts';
import { customerById, emailHasAccount, setNames, setPhone } from '#domains/customers/identity/server/customer.repository.ts';
import type { QueueIdentityMail } from '#domains/customers/identity/server/hosted/identity-mail.ts';
import { requestLink } from '#domains/customers/identity/server/hosted/one-time-link.repository.ts';
import { listSessions, revokeSession, revokeSessions } from '#domains/customers/identity/server/session.repository.ts';
import { setLoyaltyExclusion } from '#domains/customers/loyalty/server/loyalty.repository.ts';
import { normalisePhone } from '#domains/selling/checkout/model/contact.ts';
import { phoneError } from '#domains/selling/checkout/model/validate-details.ts';
import type { LocalityTables } from '#domains/selling/shipping/model/localities.ts';
import type { ActionName } from '#domains/staff/messages/activity.ts';
import { type LoggedFacts, textFields } from '#domains/staff/model/logged-facts.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import { fail, ok } from '#lib/result.ts';
import { claimAttempt } from '#lib/server/throttle.repository.ts';
import type { Market } from '#markets/market.ts';
import { loyaltyNotes } from '../messages/office-errors.ts';
import { type AddressFields, findAddressError, MAX_ADDRESSES } from '../model/address.ts';
import type { ContactFields } from '../model/office-customer-forms.ts';
import { addAddress, addressesOf, type CustomerScope, changeAddress, removeAddress } from './address.repository.ts';
import { addressVersions, insertCustomerNote, lastStaffChange, lockContact, loyaltyVersion } from './office-customer.repository.ts';
import { sessionDigest } from './office-customer-view.ts';

export interface CustomerEditDeps {
  readonly database: Database;
  readonly localities: LocalityTables;
  readonly queueMail: QueueIdentityMail;
  /** Origin of the shop in a market, for links in mail. */
  readonly originOf: (market: Market) => string;
}

/**
 * Records what staff did. The log names the changed fields, not their values: it cannot be erased with the account
 * (docs/decisions/0154-customers-in-the-office.md).
 */
const record = (
  transaction: Transaction,
  staff: StaffActor,
  { customerId, market }: CustomerScope,
  action: ActionName,
  after?: LoggedFacts,
) => recordActivity(transaction, staff, { action, subject: { kind: 'customer', id: customerId }, market, after: after ?? null });

/**
 * Says who changed an account last: a colleague, or else the customer.
 * @param actions of staff that change what is compared
 * @param updatedAt of the last change by anyone; null if that is not known
 */
async function changedMeanwhile(transaction: Transaction, customerId: number, actions: readonly string[], updatedAt: Date | null) {
  const last = await lastStaffChange(transaction, customerId, actions);
  if (last && (updatedAt === null || last.at >= updatedAt)) return fail('changed_meanwhile', { who: last.who, when: timeAgo(last.at) });
  return fail('changed_meanwhile', { who: 'The customer', when: updatedAt === null ? 'a short while ago' : timeAgo(updatedAt) });
}

/** Changes name and phone number if they still are what the person saw. */
export async function saveContact(deps: CustomerEditDeps, staff: StaffActor, owner: CustomerScope, version: string, fields: ContactFields) {
  const reason = fields.phone === '' ? null : phoneError(owner.market, fields.phone);
  if (reason !== null) return fail('phone_invalid', { reason });
  return deps.database.transaction(async (transaction) => {
    const locked = await lockContact(transaction, owner.customerId);
    const before = locked && (await customerById(transaction, owner.customerId));
    if (!before) return fail('not_found');
    if (locked.version !== version) return changedMeanwhile(transaction, owner.customerId, ['customer.changed'], locked.updatedAt);
    const phone = fields.phone === '' ? '' : normalisePhone(owner.market, fields.phone);
    const changed = [
      ...(before.givenName === fields.givenName && before.familyName === fields.familyName ? [] : ['name' as const]),
      ...(before.phone === phone ? [] : ['phone' as const]),
    ];
    if (changed.length === 0) return ok(null);
    await setNames(transaction, owner.customerId, fields.givenName, fields.familyName);
    await setPhone(transaction, owner.customerId, phone);
    await record(transaction, staff, owner, 'customer.changed', { fields: changed });
    return ok(null);
  });
}

export interface AddressChange {
  readonly id: number | null;
  readonly version: string | null;
  readonly isDefault: boolean;
  readonly fields: AddressFields;
}

const ADDRESS_ACTIONS = ['customer.address_added', 'customer.address_changed', 'customer.address_removed'];

/** Compares the version of an address under the lock of its customer. */
async function checkAddress(transaction: Transaction, owner: CustomerScope, id: number, version: string | null) {
  const locked = await lockContact(transaction, owner.customerId);
  const current = (await addressVersions(transaction, owner.customerId, owner.market)).get(id);
  if (!locked || current === undefined) return fail('address_not_found');
  if (current === version) return null;
  return changedMeanwhile(transaction, owner.customerId, ADDRESS_ACTIONS, null);
}

/** Adds or changes an address. Its suburb, state and postcode have to belong together, as in the account. */
export async function saveAddress(deps: CustomerEditDeps, staff: StaffActor, owner: CustomerScope, change: AddressChange) {
  const { id, version, isDefault, fields } = change;
  const reason = findAddressError(owner.market, fields, deps.localities[owner.market]);
  if (reason !== null) return fail('address_invalid', { reason });
  return deps.database.transaction(async (transaction) => {
    if (id === null) {
      if ((await addAddress(transaction, owner, fields, isDefault, MAX_ADDRESSES)) === null) return fail('too_many_addresses');
    } else {
      const refused = await checkAddress(transaction, owner, id, version);
      if (refused) return refused;
      if (!(await changeAddress(transaction, owner, id, fields, isDefault))) return fail('address_not_found');
    }
    await record(transaction, staff, owner, id === null ? 'customer.address_added' : 'customer.address_changed');
    return ok(null);
  });
}

/** Deletes an address that still is what the person saw. */
export const deleteAddress = (deps: CustomerEditDeps, staff: StaffActor, owner: CustomerScope, id: number, version: string) =>
  deps.database.transaction(async (transaction) => {
    const refused = await checkAddress(transaction, owner, id, version);
    if (refused) return refused;
    if (!(await removeAddress(transaction, owner, id))) return fail('address_not_found');
    const left = await addressesOf(transaction, owner);
    await record(transaction, staff, owner, 'customer.address_removed', { addresses: left.length });
    return ok(null);
  });

/** Sends a code to the new address, as the account does. The customer reads it out, which shows that they own the mailbox. */
export async function startCustomerEmail(deps: CustomerEditDeps, staff: StaffActor, owner: CustomerScope, email: string) {
  const customer = await customerById(deps.database, owner.customerId);
  if (!customer) return fail('not_found');
  if (emailKey(customer.email) === emailKey(email)) return fail('email_same');
  if (await emailHasAccount(deps.database, email)) return fail('email_taken');
  if (!(await claimAttempt(deps.database, [{ kind: 'code_by_account', subject: String(customer.id) }]))) return fail('too_many_mails');
  await deps.database.transaction(async (transaction) => {
    await startEmailChange(transaction, customer.id, email);
    await deps.queueMail(transaction, { kind: 'code', customerId: customer.id, market: owner.market });
    await record(transaction, staff, owner, 'customer.email_requested');
  });
  return ok(null);
}

/** Completes the change with the code. The old address gets a link that takes it back, and all devices are signed out. */
export async function finishCustomerEmail(deps: CustomerEditDeps, staff: StaffActor, owner: CustomerScope, code: string) {
  const { kind }: EmailChangeResult = await finishEmailChange(
    deps.database,
    owner.customerId,
    code,
    async (transaction, oldEmail, newEmail) => {
      const linkId = await requestLink(transaction, {
        purpose: 'undo-email',
        email: oldEmail,
        data: { newEmail },
        customerId: owner.customerId,
        origin: deps.originOf(owner.market),
        returnTo: '/',
      });
      await deps.queueMail(transaction, { kind: 'link', linkId });
      await revokeSessions(transaction, owner.customerId, null);
      await record(transaction, staff, owner, 'customer.email_changed');
    },
  );
  if (kind === 'wrong') return fail('code_wrong');
  if (kind === 'expired') return fail('code_ended');
  if (kind === 'taken') return fail('email_taken');
  return ok(null);
}

/** Mails a link to choose a new password, as the sign-in page does. */
export async function sendPasswordReset(deps: CustomerEditDeps, staff: StaffActor, owner: CustomerScope) {
  const customer = await customerById(deps.database, owner.customerId);
  if (!customer) return fail('not_found');
  const { email } = customer;
  if (!(await claimAttempt(deps.database, [{ kind: 'mail_by_account', subject: emailKey(email) }]))) return fail('too_many_mails');
  await deps.database.transaction(async (transaction) => {
    const linkId = await requestLink(transaction, {
      purpose: 'reset',
      email,
      data: {},
      origin: deps.originOf(owner.market),
      returnTo: '/',
    });
    await deps.queueMail(transaction, { kind: 'link', linkId });
    await record(transaction, staff, owner, 'customer.reset_sent');
  });
  return ok(null);
}

/** Signs a customer out on one device, or on all. A device that is signed out already is done. */
export const endSessions = (deps: CustomerEditDeps, staff: StaffActor, owner: CustomerScope, digest: string | null) =>
  deps.database.transaction(async (transaction) => {
    if (digest === null) {
      const ended = await revokeSessions(transaction, owner.customerId, null);
      await record(transaction, staff, owner, 'customer.signed_out', { devices: ended });
      return ok(null);
    }
    const session = (await listSessions(transaction, owner.customerId)).find(({ id }) => sessionDigest(id) === digest);
    if (session && (await revokeSession(transaction, session.id)))
      await record(transaction, staff, owner, 'customer.signed_out', { devices: 1 });
    return ok(null);
  });

const LOYALTY_ACTIONS = ['customer.loyalty_excluded', 'customer.loyalty_included'];

export interface LoyaltyDecision {
  /** Digest of the decision that the person saw. */
  readonly version: string;
  readonly isExcluded: boolean;
  readonly reason: string;
}

/** Excludes a customer from the loyalty programme of the market, or includes them again, as the command line does. */
export const setLoyalty = (
  deps: CustomerEditDeps,
  staff: StaffActor,
  owner: CustomerScope,
  { version, isExcluded, reason }: LoyaltyDecision,
) =>
  deps.database.transaction(async (transaction) => {
    const locked = await lockContact(transaction, owner.customerId);
    if (!locked) return fail('not_found');
    if ((await loyaltyVersion(transaction, owner.customerId, owner.market)) !== version) {
      // The customer cannot change it: without a colleague, a command or another system did.
      const last = await lastStaffChange(transaction, owner.customerId, LOYALTY_ACTIONS);
      return fail('changed_meanwhile', { who: last?.who ?? 'Somebody', when: timeAgo(last?.at ?? new Date()) });
    }
    await setLoyaltyExclusion(transaction, owner.customerId, owner.market, isExcluded ? `${staff.name}: ${reason}` : null);
    const text = isExcluded ? loyaltyNotes.excluded(reason) : loyaltyNotes.included(reason);
    await insertCustomerNote(transaction, { ...owner, staffId: staff.id, author: staff.name, text });
    await record(transaction, staff, owner, isExcluded ? 'customer.loyalty_excluded' : 'customer.loyalty_included', textFields({ reason }));
    return ok(null);
  });

export const addNote = (deps: CustomerEditDeps, staff: StaffActor, owner: CustomerScope, text: string) =>
  deps.database.transaction(async (transaction) => {
    await insertCustomerNote(transaction, { ...owner, staffId: staff.id, author: staff.name, text });
    await record(transaction, staff, owner, 'customer.noted');
    return ok(null);
  });
