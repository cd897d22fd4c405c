/**
 * Two people who change one record: every call of the office that changes something compares what the person saw with what is stored, or
 * is listed here with the reason why it need not.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { importOfficeContract } from '#domains/imports/office-contract.ts';
import { insertMapping, replaceMapping } from '#domains/imports/server/mapping.repository.ts';
import type { OfficeEndpoint } from '#domains/staff/server/office-handlers.ts';
import { officeEndpoints } from '#server/office/office-endpoints.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { exampleMapping } from '#tests/fixtures/example-mapping.ts';
import { createTestStaff, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let calls: readonly OfficeEndpoint[];

beforeAll(async () => {
  shop = await createTestShop();
  calls = officeEndpoints(shop.running.services, () => ({})).filter((call) => call.spec.mutates && !isPersonal(call));
});
afterAll(() => shop?.stop());

/** Before the sign-in, and about the person who is signed in and what they alone have. */
const isPersonal = ({ spec }: OfficeEndpoint): boolean =>
  spec.permission === 'public' || /^\/office\/v1\/(?:me|step-up|sign-out)\b/.test(spec.path);

/** Fields that say what the person saw: of a record, a row of a list, or a change that is taken back. */
const SEEN_FIELDS = [
  'version',
  'basedOn',
  'revision',
  'expected',
  'was',
  'answeredAt',
  'seen',
  'fingerprint',
  'changeNumber',
  'movementId',
  'after',
];

const READS = 'Changes no record: it returns rows, a preview or a file.';
const ADDS = 'Adds a record or an entry. Nothing that is stored is overwritten.';
const SENDS = 'Sends something or starts work. Nothing that is stored is overwritten.';
const ENDS = 'Ends something for good. Whoever is second changes nothing, or is told that it is gone.';
const SET_OR_CLEAR = 'Has two states and no other field. Two people who want the same get it, and it can be changed back.';
const SETUP = 'The handler compares the settings that it writes with those that it read, and tells of a conflict.';

/** Calls that do not say what the person saw, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  previewWine: READS,
  previewRefund: READS,
  previewLines: READS,
  previewGrant: READS,
  previewImport: READS,
  previewMenus: READS,
  previewSetting: READS,
  previewEmail: READS,
  planRedirects: READS,
  matchPictureFiles: READS,
  revealGiftCard: READS,
  printGiftCard: READS,
  exportActivity: READS,
  exportWines: READS,
  exportOrders: READS,
  exportClaims: READS,
  supplierGroups: READS,
  exportGiftCards: READS,
  exportMembers: READS,
  exportCredit: READS,
  exportImportRows: READS,
  exportCustomer: READS,
  exportCustomers: READS,
  exportStock: READS,
  exportInbox: READS,
  exportMails: READS,
  exportOutcomes: READS,
  inviteStaff: ADDS,
  createRole: ADDS,
  createApiKey: ADDS,
  createWine: ADDS,
  createClub: ADDS,
  createPage: ADDS,
  createDelivery: ADDS,
  startCount: ADDS,
  issueGiftCard: ADDS,
  grantCredit: ADDS,
  addOrderNote: ADDS,
  addMemberNote: ADDS,
  addCustomerNote: ADDS,
  saveView: ADDS,
  startUpload: ADDS,
  uploadPart: 'A part has a number and is stored once.',
  finishUpload: 'The count of parts says what was sent, and an upload ends once.',
  resendInvitation: SENDS,
  resendOrderMail: SENDS,
  resendMail: SENDS,
  resendSystemWebhooks: SENDS,
  retryFailedJobs: SENDS,
  runSystemJob: SENDS,
  runImportSchedule: SENDS,
  sendMemberLink: SENDS,
  sendPasswordReset: SENDS,
  sendTestEmail: SENDS,
  testSetting: SENDS,
  checkSystemHealth: SENDS,
  visitClosedShop: SENDS,
  startCustomerEmail: 'Sends a code. Nothing changes before it is entered, and a second code replaces the first.',
  finishCustomerEmail: 'The code belongs to one change of the address and is used once.',
  revokeInvitation: ENDS,
  resetFactor: ENDS,
  endStaffSession: ENDS,
  endCustomerSessions: ENDS,
  revokeApiKey: ENDS,
  discardFailedJobs: ENDS,
  discardImport: ENDS,
  cancelImport: ENDS,
  liftSuppression: ENDS,
  resolvePaymentAlert: ENDS,
  deleteView: ENDS,
  eraseCustomer: 'Ends an account for good, whatever it contains. The address that is typed confirms which.',
  mergeCustomers: 'Moves everything that both accounts have at that moment. Nothing of either is overwritten.',
  tagOrder: 'Adds and removes tags one by one, so that those of colleagues stay.',
  changeOrders: 'Marks the next status, which is refused if the order is elsewhere by then, or adds and removes tags one by one.',
  sendOrders: 'Sends what is left, which is refused for an order that was sent, moved or cancelled by then.',
  changeMembers: 'Each row names the delivery that was shown, and is refused if that is not the next one any more.',
  undoOutcome: 'Names the outcome that it takes back, and is refused if it is not the last one.',
  cancelLabels: ENDS,
  retryLabels: 'Asks again for labels that failed. One that a colleague asked for first stays as it is.',
  addToManifest: ADDS,
  sendSupplierClaim: 'Compares the version of the address. Each wine is claimed once, unless somebody asks for it again.',
  createDraftOrder: 'Begins a record of its own.',
  addToOrder: 'Begins a record of its own, or returns the one that a colleague began.',
  duplicateOrder: 'Begins a record of its own, and changes nothing of the order.',
  restoreDelivery: 'Names the event that it takes back, and is refused if anything happened to the order since.',
  unmarkOrder: 'Names the event that it takes back, and is refused if anything happened to the order since.',
  restoreOrders: 'Names the event and the entry of the log that it takes back, and leaves orders alone that changed since.',
  undoMovements: 'Adds counter-movements of movements that nobody took back yet.',
  undoSheet: 'Adds counter-movements. A sheet is taken back once.',
  cancelSheet: 'Leaves every line as it is. Whoever enters one is told who cancelled the sheet, and opens it again with all of them.',
  restorePicture: SET_OR_CLEAR,
  fixImportRow: 'A rejected row is corrected once: it is not rejected any more after that.',
  saveImportSchedule: 'A new schedule has no version. With an id, the handler requires the version and compares it.',
  saveRedirect: 'A new redirect has no version. Without one, the call is refused if the address leads somewhere already.',
  restoreRedirects: 'Adds redirects where there is none by now.',
  enterSheetLine: 'Adding counts on, whoever else adds. To set a number, the handler compares the version, which is 0 for a new line.',
  changeView: 'Only the person who saved a view can change it.',
  confirmSetupStep: SETUP,
  dismissSetup: SETUP,
  openShop: SETUP,
};

/** Returns whether a call cannot be made without saying what was seen. A row of a list counts as well. */
function requiresSeen({ spec }: OfficeEndpoint): boolean {
  const walk = (schema: unknown): boolean => {
    if (typeof schema !== 'object' || schema === null) return false;
    if ('properties' in schema && 'required' in schema && Array.isArray(schema.required))
      if (schema.required.some((name) => SEEN_FIELDS.includes(String(name)))) return true;
    return Object.values(schema).some(walk);
  };
  return walk(z.toJSONSchema(spec.input, { io: 'input', unrepresentable: 'any' }));
}

test('a saved mapping is not deleted by somebody who did not see its last change', async () => {
  const owner = await signInAs(
    shop,
    await createTestStaff(shop.database, { email: 'owner@shop.example', name: 'Olive', roles: ['Owner'] }),
  );
  const { savedMappings, deleteMapping } = owner.call(importOfficeContract);
  const given = { supplier: 'House & Sons', mapping: exampleMapping(), headers: [], by: 'Olive' };
  const saved = await shop.database.transaction((transaction) => insertMapping(transaction, given));
  const { id = 0, version = 0 } = saved ?? {};
  const changed = await shop.database.transaction((transaction) => replaceMapping(transaction, { id, version }, given));
  const idsOf = async () => yes(await savedMappings({})).rows.map((row) => row.id);

  expect(await deleteMapping({ id, version })).toMatchObject({ ok: false, status: 409, code: 'changed_meanwhile' });
  expect(await idsOf()).toEqual([id]);
  yes(await deleteMapping({ id, version: changed?.version ?? 0 }));
  expect(await idsOf()).toEqual([]);
  // A repeat changes nothing.
  yes(await deleteMapping({ id, version: changed?.version ?? 0 }));
});

test('every call that changes a record requires what the person saw of it, or is an exception for a reason', () => {
  const unchecked = calls.filter((call) => !requiresSeen(call)).map(({ name }) => name);

  expect(unchecked.filter((name) => !(name in EXCEPTIONS))).toEqual([]);
  expect(Object.keys(EXCEPTIONS).filter((name) => !unchecked.includes(name))).toEqual([]);
});
