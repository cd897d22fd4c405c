import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Authenticator } from '#tests/fixtures/authenticator.ts';
import { runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import { linkIn, mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestStaff, must, OfficeBrowser, STAFF_PASSWORD, signInAs, type TestStaff } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { staffContract } from '../office-contract.ts';
import { ownAccountContract } from '../own-account-contract.ts';
import { signInContract } from '../sign-in-contract.ts';
import { findRoleByName } from './role.repository.ts';
import { totpCodeOf } from './totp.ts';

let shop: TestShop;
let owner: TestStaff;
let office: OfficeBrowser;

beforeAll(async () => {
  shop = await createTestShop({ SAMPLE: 'no' });
  owner = await createTestStaff(shop.database, { email: 'olive@shop.example', roles: ['Owner'], name: 'Olive Owner' });
  office = await signInAs(shop, owner);
});
afterAll(() => shop?.stop());

const staff = (browser = office) => browser.call(staffContract);
const signIn = (browser: OfficeBrowser) => browser.call(signInContract);
const newEmail = (): string => `${crypto.randomUUID()}@shop.example`;
const newStaff = (...roles: readonly string[]) => createTestStaff(shop.database, { email: newEmail(), roles });

async function roleId(name: string): Promise<number> {
  const role = await findRoleByName(shop.database, name);
  if (!role) throw new Error(`there is no role ${name}`);
  return role.id;
}

const tokenIn = (path: string): string => new URL(path, 'http://x').searchParams.get('token') ?? '';

/** Accepts a link with a password and an authenticator. @returns the browser, signed in, and the secret */
async function accept(token: string, input: { readonly name: string; readonly email?: string }) {
  const browser = new OfficeBrowser(shop);
  const step = await must(signIn(browser).acceptInvitation({ token, password: STAFF_PASSWORD, ...input }));
  expect(step).toMatchObject({ step: 'set_up', hasPassword: true, canSetUpLater: false });
  const { secret } = await must(signIn(browser).signInSetUpTotp({}));
  const { recoveryCodes, next } = await must(signIn(browser).signInConfirmTotp({ code: totpCodeOf(secret) }));
  expect(recoveryCodes).toHaveLength(10);
  if (next.step !== 'done') throw new Error('not done');
  await browser.follow(next.redirectTo);
  return { browser, secret };
}

describe('an invitation', () => {
  test('leads from the email to an account with a second factor', async () => {
    const email = newEmail();
    const invited = await must(staff().inviteStaff({ email, name: 'Kim', roleIds: [await roleId('Orders')] }));
    expect(invited).toMatchObject({ status: 'invited', roles: [{ name: 'Orders' }], factors: [] });
    const mail = await mailTo(shop, email, 'Join the Cellardoor office');
    expect(mail.text).toContain('Olive Owner has invited you');
    const token = tokenIn(linkIn(mail));
    expect(await must(signIn(new OfficeBrowser(shop)).invitation({ token }))).toMatchObject({
      kind: 'invitation',
      email,
      name: 'Kim',
      roles: ['Orders'],
      invitedBy: 'Olive Owner',
    });

    const { browser } = await accept(token, { name: 'Kim Lee' });

    expect(await must(browser.call(ownAccountContract).me({}))).toMatchObject({ name: 'Kim Lee', factors: ['totp', 'recovery_code'] });
    expect(await must(staff().staffMember({ id: invited.id }))).toMatchObject({ member: { status: 'active' }, canChange: true });
    expect(await signIn(new OfficeBrowser(shop)).invitation({ token })).toMatchObject({ status: 404, code: 'link_expired' });
  });

  test('can be accepted by a passkey alone, without a password', async () => {
    const email = newEmail();
    await must(staff().inviteStaff({ email, roleIds: [await roleId('Buyer')] }));
    const browser = new OfficeBrowser(shop);
    const token = tokenIn(linkIn(await mailTo(shop, email, 'Join')));

    expect(await must(signIn(browser).acceptInvitation({ token, name: 'Bea' }))).toMatchObject({ step: 'set_up', hasPassword: false });
    expect(await signIn(browser).signInSetUpTotp({})).toMatchObject({ status: 409, code: 'password_missing' });
    const { options } = await must(signIn(browser).signInSetUpPasskey({}));
    const { next } = await must(
      signIn(browser).signInConfirmPasskey({ response: new Authenticator(browser.origin).create(options), name: '' }),
    );

    if (next.step !== 'done') throw new Error('not done');
    await browser.follow(next.redirectTo);
    expect(await must(browser.call(ownAccountContract).myFactors({}))).toMatchObject({
      hasPassword: false,
      passkeys: [{ name: 'Passkey' }],
    });
  });

  test('works until a factor is set up, and its sign-in does not outlive it', async () => {
    const email = newEmail();
    const { id } = await must(staff().inviteStaff({ email, roleIds: [await roleId('Buyer')] }));
    const token = tokenIn(linkIn(await mailTo(shop, email, 'Join')));
    const [first, second] = [new OfficeBrowser(shop), new OfficeBrowser(shop)];
    await must(signIn(first).acceptInvitation({ token, name: 'Bea', password: STAFF_PASSWORD }));
    await must(signIn(second).acceptInvitation({ token, name: 'Mallory', password: STAFF_PASSWORD }));
    const { secret } = await must(signIn(first).signInSetUpTotp({}));
    await must(signIn(first).signInConfirmTotp({ code: totpCodeOf(secret) }));

    const late = await must(signIn(second).signInSetUpTotp({}));

    expect(await signIn(second).signInConfirmTotp({ code: totpCodeOf(late.secret) })).toMatchObject({ code: 'link_expired' });
    expect(id).toBeGreaterThan(0);
  });

  test('can be sent again, which ends the first link, and revoked', async () => {
    const email = newEmail();
    const { id } = await must(staff().inviteStaff({ email, roleIds: [await roleId('Buyer')] }));
    const first = tokenIn(linkIn(await mailTo(shop, email, 'Join')));
    await must(staff().resendInvitation({ id }));

    expect(await signIn(new OfficeBrowser(shop)).invitation({ token: first })).toMatchObject({ code: 'link_expired' });
    expect((await staff().revokeInvitation({ id })).ok).toBe(true);
    expect(await staff().staffMember({ id })).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('is refused for a taken address, an unknown role and a weak password', async () => {
    const orders = await roleId('Orders');
    expect(await staff().inviteStaff({ email: owner.email.toUpperCase(), roleIds: [orders] })).toMatchObject({ code: 'email_taken' });
    expect(await staff().inviteStaff({ email: newEmail(), roleIds: [orders, 99_999] })).toMatchObject({ code: 'not_found' });
    const email = newEmail();
    await must(staff().inviteStaff({ email, roleIds: [orders] }));
    const token = tokenIn(linkIn(await mailTo(shop, email, 'Join')));

    const weak = await signIn(new OfficeBrowser(shop)).acceptInvitation({ token, name: 'Kim', password: 'password123' });

    expect(weak).toMatchObject({ status: 422, code: 'password_refused' });
  });
});

describe('a manager who is not an owner', () => {
  test('gives, changes and ends nothing beyond their own permissions', async () => {
    const manager = await signInAs(shop, await newStaff('Manager'));
    const other = await newStaff('Owner');
    const { member } = await must(staff(manager).staffMember({ id: other.id }));
    const { id, version, name } = member;
    const beyond = { ok: false, status: 403, code: 'beyond_your_permissions' };
    const ownerRole = await roleId('Owner');

    expect(await must(staff(manager).staffMember({ id }))).toMatchObject({ canChange: false });
    expect(await staff(manager).inviteStaff({ email: newEmail(), roleIds: [ownerRole] })).toMatchObject(beyond);
    expect(await staff(manager).changeStaff({ id, version, name, roleIds: [await roleId('Orders')] })).toMatchObject(beyond);
    expect(await staff(manager).suspendStaff({ id, version })).toMatchObject(beyond);
    expect(await staff(manager).resetFactor({ id })).toMatchObject(beyond);
    expect(await staff(manager).endStaffSession({ staffId: id })).toMatchObject(beyond);
    expect(
      await staff(manager).createRole({ name: 'Payments', permissions: ['settings.payments'], markets: null, refundLimitCents: null }),
    ).toMatchObject(beyond);
    expect(await staff(manager).suspendStaff({ id: (await newStaff('Cellar')).id, version: 2 })).toMatchObject({ ok: true });
  });

  test('cannot raise themselves', async () => {
    const self = await newStaff('Manager');
    const manager = await signInAs(shop, self);
    const { member } = await must(staff(manager).staffMember({ id: self.id }));

    const raised = await staff(manager).changeStaff({ ...member, roleIds: [await roleId('Owner')] });

    expect(raised).toMatchObject({ code: 'beyond_your_permissions' });
  });
});

describe('the last active owner', () => {
  test('cannot be suspended or demoted, and two owners cannot suspend each other at once', async () => {
    await shop.database.execute({ text: "update staff set status = 'suspended' where id <> $1", values: [owner.id] });
    const { member } = await must(staff().staffMember({ id: owner.id }));
    const { id, version, name } = member;
    const last = { ok: false, status: 409, code: 'last_owner' };

    expect(await staff().suspendStaff({ id, version })).toMatchObject(last);
    expect(await staff().changeStaff({ id, version, name, roleIds: [await roleId('Manager')] })).toMatchObject(last);

    const second = await newStaff('Owner');
    const colleague = await signInAs(shop, second);
    const versions = await must(staff().staffMember({ id: second.id }));
    const both = await Promise.all([
      staff(colleague).suspendStaff({ id, version }),
      staff().suspendStaff({ id: second.id, version: versions.member.version }),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    await shop.database.execute({ text: "update staff set status = 'active' where id = $1", values: [owner.id] });
    // Whoever was suspended lost their session.
    office = await signInAs(shop, owner);
  });
});

describe('a person on the staff', () => {
  test('who is suspended loses sessions and keys at once', async () => {
    const kim = await newStaff('Orders');
    const browser = await signInAs(shop, kim);
    const { key } = await must(staff(browser).createApiKey({ name: 'Script', scopes: ['orders.read'], expiresInDays: null }));
    const { member } = await must(staff().staffMember({ id: kim.id }));

    await must(staff().suspendStaff({ id: kim.id, version: member.version }));

    const script = new OfficeBrowser(shop);
    script.headers.authorization = `Bearer ${key}`;
    expect((await browser.call(ownAccountContract).me({})).ok).toBe(false);
    expect((await script.call(ownAccountContract).me({})).ok).toBe(false);
  });

  test('that somebody else has changed is not overwritten', async () => {
    const kim = await newStaff('Orders');
    const { member } = await must(staff().staffMember({ id: kim.id }));
    const { id, version } = member;
    const roleIds = [await roleId('Cellar')];
    await must(staff().changeStaff({ id, version, name: 'Kim', roleIds }));

    const late = await staff().changeStaff({ id, version, name: 'Kimberley', roleIds });

    expect(late).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      title: 'Olive Owner changed this just now. Look at their change before you save yours.',
    });
  });

  test('who lost the second factor gets a link to set up a new one', async () => {
    const kim = await newStaff('Orders');
    const browser = await signInAs(shop, kim);

    expect(await must(staff().resetFactor({ id: kim.id }))).toMatchObject({ factors: [] });

    expect((await browser.call(ownAccountContract).me({})).ok).toBe(false);
    const token = tokenIn(linkIn(await mailTo(shop, kim.email, 'Set up your second factor again')));
    const { browser: back } = await accept(token, { name: 'Kim' });
    expect((await back.call(ownAccountContract).me({})).ok).toBe(true);
  });

  test('is found in the list by search, status and role, page by page', async () => {
    const names = ['Zora Aal', 'Zora Bee', 'Zora Cee'];
    for (const name of names) await createTestStaff(shop.database, { email: newEmail(), name, roles: ['Clubs'] });

    const first = await must(staff().staffList({ q: 'zora', limit: 2, sort: '-name' }));
    const second = await must(staff().staffList({ q: 'zora', limit: 2, sort: '-name', cursor: first.nextCursor ?? '' }));

    expect(first.total).toBe(3);
    expect([...first.rows, ...second.rows].map(({ name }) => name)).toEqual(names.toReversed());
    expect(second.nextCursor).toBeNull();
    const clubs = await must(staff().staffList({ q: 'zora', 'filter[role]': await roleId('Clubs'), 'filter[status]': 'active' }));
    expect(clubs.rows).toHaveLength(3);
    expect((await must(staff().staffList({ q: 'zora', 'filter[status]': 'invited' }))).rows).toEqual([]);
    expect(await staff().staffList({ cursor: 'eyJ4IjoxfQ' })).toMatchObject({ status: 400, code: 'cursor_invalid' });
  });
});

describe('what belongs to a colleague', () => {
  test('cannot be ended or removed as one’s own by its number', async () => {
    const [kim, lee] = await Promise.all([newStaff('Orders'), newStaff('Orders')]);
    const [kims, lees] = await Promise.all([signInAs(shop, kim), signInAs(shop, lee)]);
    const device = new Authenticator(lees.origin);
    const { options } = await must(lees.call(ownAccountContract).startPasskey({}));
    const passkey = await must(lees.call(ownAccountContract).addPasskey({ response: device.create(options), name: 'Phone' }));
    const { record } = await must(staff(lees).createApiKey({ name: 'Script', scopes: ['orders.read'], expiresInDays: null }));
    const own = new Authenticator(kims.origin);
    const start = await must(kims.call(ownAccountContract).startPasskey({}));
    await must(kims.call(ownAccountContract).addPasskey({ response: own.create(start.options), name: 'Phone' }));

    expect(await kims.call(ownAccountContract).removePasskey({ id: passkey.id })).toMatchObject({ status: 404, code: 'not_found' });
    expect(await staff(kims).revokeApiKey({ id: record.id })).toMatchObject({ status: 404, code: 'not_found' });
    expect((await must(staff(kims).apiKeys({}))).rows).toEqual([]);
    const { sessions } = await must(staff().staffMember({ id: lee.id }));
    expect(await must(staff().endStaffSession({ staffId: kim.id, ...(sessions[0] && { id: sessions[0].id }) }))).toEqual({
      endedSessions: 0,
    });
    expect((await lees.call(ownAccountContract).me({})).ok).toBe(true);
    expect(await must(staff().endStaffSession({ staffId: lee.id }))).toEqual({ endedSessions: 1 });
    expect((await lees.call(ownAccountContract).me({})).ok).toBe(false);
  });

  test('of a sign-in that was not finished opens nothing after a reset', async () => {
    const kim = await createTestStaff(shop.database, { email: newEmail(), roles: ['Orders'], withPassword: true });
    const browser = new OfficeBrowser(shop);
    await must(signIn(browser).signInPassword({ email: kim.email, password: STAFF_PASSWORD }));
    await must(signIn(browser).signInTotp({ code: kim.code() }));

    await must(staff().resetFactor({ id: kim.id }));

    expect(await browser.follow('/office/v1/sign-in/authorize')).toBe('/sign-in?error=sign_in_expired');
  });
});

describe('roles', () => {
  test('are created, changed for everyone who has them, and deleted once nobody has', async () => {
    const fields = { description: 'Packs in Singapore', markets: ['SG' as const], refundLimitCents: 0 };
    const packer = await must(staff().createRole({ ...fields, name: 'Packer SG', permissions: ['orders.read'] }));
    const kim = await newStaff('Packer SG');
    const browser = await signInAs(shop, kim);
    expect(await must(browser.call(ownAccountContract).me({}))).toMatchObject({ permissions: ['orders.read'], markets: ['SG'] });

    const changed = await must(staff().changeRole({ ...packer, permissions: ['orders.read', 'orders.ship'] }));
    expect(await must(browser.call(ownAccountContract).me({}))).toMatchObject({ permissions: ['orders.read', 'orders.ship'] });
    expect(await staff().changeRole({ ...packer, permissions: [] })).toMatchObject({ status: 409, code: 'changed_meanwhile' });
    expect(await staff().createRole({ ...fields, name: 'packer sg', permissions: [] })).toMatchObject({ code: 'name_taken' });
    expect(await staff().deleteRole({ id: packer.id, version: changed.version })).toMatchObject({ code: 'role_in_use' });

    await shop.database.execute({ text: 'delete from staff_roles where staff_id = $1', values: [kim.id] });
    expect((await staff().deleteRole({ id: packer.id, version: changed.version })).ok).toBe(true);
  });

  test('that are the owner’s cannot be changed or deleted', async () => {
    const { rows } = await must(staff().roles({}));
    const ownerRole = rows.find(({ isOwner }) => isOwner);
    if (!ownerRole) throw new Error('there is no owner');
    const { canGrant, ...role } = ownerRole;

    expect(canGrant).toBe(true);
    expect(await staff().changeRole({ ...role, permissions: [] })).toMatchObject({ code: 'owner_role' });
    expect(await staff().deleteRole({ id: role.id, version: role.version })).toMatchObject({ code: 'owner_role' });
  });
});

describe('the command line', () => {
  test('invites, lists, resets factors and suspends, and logs who did it', async () => {
    const access = shopAccess(shop);
    const email = newEmail();

    const invited = await runCommand(access, 'staff invite', [email], { role: 'orders, cellar', name: 'Cleo', actor: 'Sam' });
    const { browser } = await accept(tokenIn(invited.stdout), { name: 'Cleo' });
    const listed = await runCommand(access, 'staff list');
    expect(listed.stdout).toMatch(new RegExp(`${email}\\s+Cleo\\s+active\\s+Orders, Cellar\\s+authenticator`));

    const reset = await runCommand(access, 'staff reset-mfa', [email], { actor: 'Sam' });
    expect(reset.changes).toEqual(['staff reset-mfa']);
    expect((await browser.call(ownAccountContract).me({})).ok).toBe(false);
    await mailTo(shop, email, 'Set up your second factor again');
    await accept(tokenIn(reset.stdout), { name: 'Cleo' });

    await runCommand(access, 'staff suspend', [email], { actor: 'Sam' });
    const log = await must(staff().activity({ q: 'Sam', 'filter[action]': 'staff' }));
    expect(log.rows.map(({ action, actor }) => [action, actor.kind])).toEqual([
      ['staff.suspended', 'command'],
      ['staff.factors_reset', 'command'],
      ['staff.invited', 'command'],
    ]);
  });

  test('names the roles that exist, and never suspends the last owner', async () => {
    const access = shopAccess(shop);

    await expect(runCommand(access, 'staff invite', [newEmail()], { role: 'boss' })).rejects.toThrow(
      "--role is 'boss'. It must be one of Owner, Manager, Orders",
    );
    await shop.database.execute({ text: "update staff set status = 'suspended' where id <> $1", values: [owner.id] });
    await expect(runCommand(access, 'staff suspend', [owner.email])).rejects.toThrow('This is the only active owner.');
    await expect(runCommand(access, 'staff suspend', ['nobody@shop.example'])).rejects.toThrow('Nobody on the staff has the email');
  });
});

test('one’s own limits are those of each market, not the highest of any', async () => {
  await shop.database.execute({
    text: `insert into roles (name, permissions, markets, refund_limit_cents) values
      ('Refunds AU', '{orders.refund,credit.write}', '{AU}', 20000), ('Refunds SG', '{orders.refund}', '{SG}', 5000)`,
  });

  const own = await must((await signInAs(shop, await newStaff('Refunds AU', 'Refunds SG'))).call(ownAccountContract).me({}));

  expect(own.refundLimitCents).toEqual({ AU: 20_000, SG: 5_000 });
  expect(own.creditLimitCents).toEqual({ AU: 20_000, SG: 0 });
});
