/** Handlers of the office's customer calls. They run the same use cases as the account pages and the command line. */
import { customerById } from '#domains/customers/identity/server/customer.repository.ts';
import { isCustomerVisible, marketsOfCustomer, refreshSummaries } from '#domains/customers/identity/server/visible-customer.repository.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { exportDetails } from '#domains/staff/server/export-details.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import { emailKey } from '#lib/email.ts';
import { type Failure, fail, ok, type Success } from '#lib/result.ts';
import { customerOfficeContract, type OfficeCustomer } from '../office-contract.ts';
import type { CustomerScope } from './address.repository.ts';
import {
  addNote,
  type CustomerEditDeps,
  deleteAddress,
  endSessions,
  finishCustomerEmail,
  saveAddress,
  saveContact,
  sendPasswordReset,
  setLoyalty,
  startCustomerEmail,
} from './edit-customer.ts';
import { type MergeDeps, mergeCustomers } from './merge-customers.ts';
import { type CustomerViewConfig, readOfficeCustomer } from './office-customer-view.ts';
import { exportCustomerPage, listCustomerPage } from './office-customers.ts';
import { eraseEverything, readEverything, readStaffNotes } from './personal-data.ts';

export type CustomerOfficeDeps = CustomerEditDeps & MergeDeps & CustomerViewConfig;

type NotFound = Failure<'not_found', Readonly<Record<never, never>>>;

/** Name of the service that owns accounts in place of the shop. */
const IDENTITY_SERVICE = 'Your identity service';

function customerOfficeHandlers(deps: CustomerOfficeDeps): OfficeHandlers<typeof customerOfficeContract> {
  const { database } = deps;

  /** Compares the market of a call, and those that know the account now, with those of the person. */
  const isVisible = async (owner: CustomerScope, { markets }: StaffActor): Promise<boolean> => {
    await refreshSummaries(database);
    return isCustomerVisible(database, owner, markets);
  };

  /** Returns the customer after a change. */
  const shown = async ({ customerId, market }: CustomerScope, staff: StaffActor): Promise<Success<OfficeCustomer> | NotFound> => {
    await refreshSummaries(database);
    const customer = await readOfficeCustomer(database, { key: String(customerId), market }, staff, deps);
    return customer ? ok(customer) : fail('not_found');
  };

  /** Runs a change of an account that the person may see in the market, and returns it as it is then. */
  const change = async <Result extends Success<null> | Failure>(
    owner: CustomerScope,
    staff: StaffActor,
    run: () => Promise<Result>,
  ): Promise<Success<OfficeCustomer> | NotFound | Extract<Result, Failure>> => {
    if (!(await isVisible(owner, staff))) return fail('not_found');
    const result: Success<null> | Failure = await run();
    return result.ok ? shown(owner, staff) : (result as Extract<Result, Failure>);
  };

  /** Compares the markets of an account with those of the person. */
  const coversAllMarkets = async (customerId: number, { markets }: StaffActor): Promise<boolean> =>
    (await marketsOfCustomer(database, customerId)).every((market) => markets.includes(market));

  const elsewhere = () => fail('decided_elsewhere', { who: IDENTITY_SERVICE });

  return {
    customers: async (input, { staff }) => {
      await refreshSummaries(database);
      return listCustomerPage(database, staff, input);
    },
    customer: async ({ key, market }, { staff }) => {
      await refreshSummaries(database);
      const customer = await readOfficeCustomer(database, { key, market: market ?? null }, staff, deps);
      return customer ? ok(customer) : fail('not_found');
    },
    saveContact: ({ customerId, market, version, ...fields }, { staff }) => {
      const owner = { customerId, market };
      return change(owner, staff, () => saveContact(deps, staff, owner, version, fields));
    },
    saveCustomerAddress: ({ customerId, market, id, version, isDefault, ...fields }, { staff }) => {
      const owner = { customerId, market };
      return change(owner, staff, () => saveAddress(deps, staff, owner, { id, version, isDefault, fields }));
    },
    removeCustomerAddress: ({ customerId, market, id, version }, { staff }) => {
      const owner = { customerId, market };
      return change(owner, staff, () => deleteAddress(deps, staff, owner, id, version));
    },
    startCustomerEmail: async ({ email, ...owner }, { staff }) =>
      deps.ownsAccounts ? change(owner, staff, () => startCustomerEmail(deps, staff, owner, email)) : elsewhere(),
    finishCustomerEmail: async ({ code, ...owner }, { staff }) =>
      deps.ownsAccounts ? change(owner, staff, () => finishCustomerEmail(deps, staff, owner, code)) : elsewhere(),
    sendPasswordReset: async (owner, { staff }) =>
      deps.ownsAccounts ? change(owner, staff, () => sendPasswordReset(deps, staff, owner)) : elsewhere(),
    endCustomerSessions: ({ id, ...owner }, { staff }) => change(owner, staff, () => endSessions(deps, staff, owner, id)),
    setLoyalty: async ({ version, isExcluded, reason, ...owner }, { staff }) => {
      const who = deps.loyaltyDecidedBy(owner.market);
      return who === null
        ? change(owner, staff, () => setLoyalty(deps, staff, owner, { version, isExcluded, reason }))
        : fail('decided_elsewhere', { who });
    },
    addCustomerNote: ({ text, ...owner }, { staff }) => change(owner, staff, () => addNote(deps, staff, owner, text)),
    exportCustomer: async (owner, { staff }) => {
      const customer = await customerById(database, owner.customerId);
      if (!customer || !(await isVisible(owner, staff))) return fail('not_found');
      if (!(await coversAllMarkets(owner.customerId, staff))) return fail('other_markets');
      const data = await readEverything(database, deps.personalData, customer);
      const notes = await readStaffNotes(database, deps.personalData, customer);
      await database.transaction((transaction) =>
        recordActivity(transaction, staff, { action: 'customer.data_exported', subject: { kind: 'customer', id: owner.customerId } }),
      );
      return ok({ data: { ...data, notes } });
    },
    eraseCustomer: async ({ email, ...owner }, { staff }) => {
      const customer = await customerById(database, owner.customerId);
      if (!customer || !(await isVisible(owner, staff))) return fail('not_found');
      if (!(await coversAllMarkets(owner.customerId, staff))) return fail('other_markets');
      if (emailKey(email) !== emailKey(customer.email)) return fail('email_differs');
      await database.transaction(async (transaction) => {
        await eraseEverything(transaction, deps.personalData, customer);
        await recordActivity(transaction, staff, { action: 'customer.erased', subject: { kind: 'customer', id: owner.customerId } });
      });
      return ok({ isErased: true as const });
    },
    mergeCustomers: async ({ customerId, market, with: other, isPreview }, { staff }) => {
      if (!(await isVisible({ customerId, market }, staff))) return fail('not_found');
      return mergeCustomers(deps, staff, { customerId, market, with: other, isPreview });
    },
    exportCustomers: async (input, { staff }) => {
      await refreshSummaries(database);
      const page = await exportCustomerPage(database, staff, input);
      if (page.ok && input.cursor === undefined)
        await database.transaction((transaction) =>
          recordActivity(transaction, staff, {
            action: 'customer.exported',
            subject: { kind: 'customer', id: 'list' },
            after: exportDetails(input),
          }),
        );
      return page;
    },
  };
}

/** Binds the office's customer calls. */
export const customerOfficeEndpoints = (deps: CustomerOfficeDeps): OfficeEndpoint[] =>
  officeHandlers(customerOfficeContract, customerOfficeHandlers(deps));
