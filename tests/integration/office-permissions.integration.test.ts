/** Every call of the office, made by everyone who could try: guests, customers, every role, keys, and people who lost their access. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isPermission, PERMISSION_NAMES, PERMISSIONS, type Permission } from '#domains/staff/model/permissions.ts';
import { permissionsOfAll } from '#domains/staff/model/staff-actor.ts';
import { staffContract } from '#domains/staff/office-contract.ts';
import type { OfficeEndpoint } from '#domains/staff/server/office-handlers.ts';
import { listRoles, type Role } from '#domains/staff/server/role.repository.ts';
import { officeEndpoints } from '#server/office/office-endpoints.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createTestStaff, OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let calls: readonly OfficeEndpoint[];
let roles: readonly Role[];

beforeAll(async () => {
  shop = await createTestShop();
  calls = officeEndpoints(shop.running.services, () => ({}));
  roles = await listRoles(shop.database);
});
afterAll(() => shop?.stop());

const errorSchema = z.object({ code: z.string(), title: z.string() });

/** Makes a call with empty input. @returns the error code, or null if the caller was let in: the input may be refused then */
async function refusalOf(browser: OfficeBrowser, { spec }: OfficeEndpoint): Promise<string | null> {
  const { text } = await browser.raw(spec);
  const error = text === '' ? null : errorSchema.safeParse(JSON.parse(text));
  const code = error?.success ? error.data.code : null;
  return code !== null && ['sign_in_required', 'permission_missing', 'step_up_required', 'cross_site'].includes(code) ? code : null;
}

/** Ends the caller's own session, so it is walked separately. */
const isWalked = ({ name }: OfficeEndpoint): boolean => name !== 'signOut';

/** Returns the refusal of each call by name, without those that let the caller in. */
async function refusals(browser: OfficeBrowser): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const call of calls.filter(isWalked)) {
    const code = await refusalOf(browser, call);
    if (code !== null) found[call.name] = code;
  }
  return found;
}

const expected = (refuse: (call: OfficeEndpoint) => string | null): Readonly<Record<string, string>> =>
  Object.fromEntries(
    calls.filter(isWalked).flatMap((call) => {
      const code = refuse(call);
      return code === null ? [] : [[call.name, code]];
    }),
  );

/** Everyone who is not signed in: only the calls before the sign-in let them in. */
const asNobody = () => expected(({ spec }) => (spec.permission === 'public' ? null : 'sign_in_required'));

const newStaff = (given: { readonly roles: readonly string[] }) =>
  createTestStaff(shop.database, { email: `${crypto.randomUUID()}@shop.example`, ...given });

describe('the calls of the office', () => {
  test('are many, each with a permission that exists, and are unique', () => {
    expect(calls.length).toBeGreaterThan(45);
    expect(new Set(calls.map(({ spec }) => `${spec.method} ${spec.path}`)).size).toBe(calls.length);
    for (const { name, spec } of calls)
      expect(isPermission(spec.permission) || ['public', 'signed_in'].includes(spec.permission), name).toBe(true);
  });

  test('and their handlers leave no permission without effect', () => {
    // Asked for by handlers, for some inputs only.
    const byHandlers: readonly string[] = ['settings.payments'];
    const named = new Set<string>([...byHandlers, ...calls.map(({ spec }) => spec.permission)]);

    expect(PERMISSION_NAMES.filter((name) => !named.has(name))).toEqual([]);
  });

  test('change nothing by GET, and every POST is guarded against other sites', () => {
    for (const { name, spec } of calls) expect(spec.mutates, name).toBe(spec.method === 'POST');
  });

  test('that change who may do what ask for a second factor', () => {
    const sensitive = calls.filter(({ spec }) => spec.permission === 'staff.write');

    expect(sensitive.length).toBeGreaterThan(8);
    for (const { name, spec } of sensitive) expect(spec.stepUp, name).toBe(true);
  });
});

describe('nobody who is not signed in may make a call', () => {
  test('a guest', async () => {
    expect(await refusals(new OfficeBrowser(shop))).toEqual(asNobody());
  });

  test('a customer of the group STAFF with an address of the staff domain', async () => {
    const { bearer } = await createTestCustomer(shop, { isStaff: true, email: 'sam@cellardoor.example' });
    const browser = new OfficeBrowser(shop);
    browser.headers.authorization = `Bearer ${bearer}`;

    expect(await refusals(browser)).toEqual(asNobody());
  });

  test.each([
    ['somebody who was suspended', "update staff set status = 'suspended' where id = $1"],
    ['somebody whose session expired', 'update staff_sessions set expires_at = now() where staff_id = $1'],
    ['somebody who was idle', "update staff_sessions set last_seen_at = now() - interval '31 minutes' where staff_id = $1"],
    ['somebody whose session was ended', 'update staff_sessions set revoked_at = now() where staff_id = $1'],
  ])('%s', async (_name, text) => {
    const owner = await newStaff({ roles: ['Owner'] });
    const browser = await signInAs(shop, owner);
    expect((await browser.raw({ method: 'GET', path: '/office/v1/me' })).status).toBe(200);

    await shop.database.execute({ text, values: [owner.id] });

    expect(await refusals(browser)).toEqual(asNobody());
  });

  test('a forged cookie', async () => {
    const browser = new OfficeBrowser(shop);
    browser.cookies.set('cellardoor_office', 'A'.repeat(43));

    expect(await refusals(browser)).toEqual(asNobody());
  });
});

describe('every role', () => {
  const NAMES = ['Owner', 'Manager', 'Orders', 'Cellar', 'Buyer', 'Marketing', 'Clubs', 'Accounts', 'Read-only'];

  test('is built in', () => {
    expect(roles.map(({ name }) => name)).toEqual(NAMES);
    expect(roles.every(({ isBuiltIn }) => isBuiltIn)).toBe(true);
    for (const { name, permissions } of roles)
      expect(
        // Roles were made with one that no call asks for. It returns with the calls that change promotions.
        permissions.filter((each) => !isPermission(each) && each !== 'promotions.write'),
        name,
      ).toEqual([]);
  });

  test.each(NAMES)('%s makes the calls of its permissions and no others', async (name) => {
    const role = roles.find((each) => each.name === name);
    const own = permissionsOfAll(role ? [role] : []);
    const browser = await signInAs(shop, await newStaff({ roles: [name] }));

    expect(await refusals(browser)).toEqual(
      expected(({ spec }) => (isPermission(spec.permission) && !own.has(spec.permission) ? 'permission_missing' : null)),
    );
  });

  test.each(NAMES)('%s is asked for a second factor where it is not fresh', async (name) => {
    const role = roles.find((each) => each.name === name);
    const own = permissionsOfAll(role ? [role] : []);
    const browser = await signInAs(shop, await newStaff({ roles: [name] }), { isSteppedUp: false });

    expect(await refusals(browser)).toEqual(
      expected(({ spec }) => {
        if (isPermission(spec.permission) && !own.has(spec.permission)) return 'permission_missing';
        return spec.stepUp ? 'step_up_required' : null;
      }),
    );
  });

  test('of a person who has none lets in only what anyone on the staff may do', async () => {
    const staff = await newStaff({ roles: [] });
    const browser = await signInAs(shop, staff);

    expect(await refusals(browser)).toEqual(expected(({ spec }) => (isPermission(spec.permission) ? 'permission_missing' : null)));
  });

  test('says what is missing and who can give it', async () => {
    await newStaff({ roles: ['Owner'] });
    const browser = await signInAs(shop, await newStaff({ roles: ['Cellar'] }));

    const { text } = await browser.raw(staffContract.roles);

    expect(JSON.parse(text).title).toMatch(
      /^Your role doesn’t allow this\. You need permission to see staff, roles and the activity log\. .+ can give it to you\.$/,
    );
  });

  test('counts at the next request after it was taken away', async () => {
    const staff = await newStaff({ roles: ['Manager'] });
    const browser = await signInAs(shop, staff);
    expect((await browser.raw(staffContract.roles)).status).toBe(200);

    await shop.database.execute({ text: 'delete from staff_roles where staff_id = $1', values: [staff.id] });

    expect((await browser.raw(staffContract.roles)).status).toBe(403);
  });
});

describe('an API key', () => {
  const client = (browser: OfficeBrowser) => browser.call(staffContract);

  /** Creates a key of an owner. */
  async function keyBrowser(
    scopes: readonly Permission[],
  ): Promise<{ readonly browser: OfficeBrowser; readonly holder: number; readonly id: number }> {
    const holder = await newStaff({ roles: ['Owner'] });
    const made = await client(await signInAs(shop, holder)).createApiKey({ name: 'Script', scopes: [...scopes], expiresInDays: 30 });
    if (!made.ok) throw new Error(made.code);
    const browser = new OfficeBrowser(shop);
    browser.headers.authorization = `Bearer ${made.value.key}`;
    return { browser, holder: holder.id, id: made.value.record.id };
  }

  const asKey = (own: ReadonlySet<string>) =>
    expected(({ spec }) => {
      if (spec.permission === 'public') return null;
      if (spec.sessionOnly) return 'sign_in_required';
      if (isPermission(spec.permission) && !own.has(spec.permission)) return 'permission_missing';
      return spec.stepUp ? 'step_up_required' : null;
    });

  test('of fewer scopes makes only the calls of its scopes, and none about the person', async () => {
    const { browser } = await keyBrowser(['orders.read', 'staff.read']);

    expect(await refusals(browser)).toEqual(asKey(new Set(['orders.read', 'staff.read'])));
  });

  test('of every scope cannot change staff, because it has no second factor', async () => {
    const { browser } = await keyBrowser(PERMISSION_NAMES);

    expect(await refusals(browser)).toEqual(asKey(new Set(PERMISSION_NAMES)));
  });

  test('loses what its holder loses', async () => {
    const { browser, holder } = await keyBrowser(['staff.read']);
    await shop.database.execute({
      text: "update staff_roles set role_id = (select id from roles where name = 'Cellar') where staff_id = $1",
      values: [holder],
    });

    expect(await refusals(browser)).toEqual(asKey(new Set()));
  });

  test.each([
    ['is revoked', 'update api_keys set revoked_at = now() where id = $1'],
    ['has expired', 'update api_keys set expires_at = now() where id = $1'],
    ['has a suspended holder', "update staff set status = 'suspended' where id = (select staff_id from api_keys where id = $1)"],
  ])('opens nothing once it %s', async (_name, text) => {
    const { browser, id } = await keyBrowser(['staff.read']);

    await shop.database.execute({ text, values: [id] });

    expect(await refusals(browser)).toEqual(asNobody());
  });

  test('cannot have scopes that its holder lacks', async () => {
    const browser = await signInAs(shop, await newStaff({ roles: ['Orders'] }));

    const made = await client(browser).createApiKey({ name: 'Script', scopes: ['orders.read', 'staff.write'], expiresInDays: null });

    expect(made).toMatchObject({ ok: false, status: 403, code: 'beyond_your_permissions' });
  });

  test('is preferred to a session, so that a script does not act with more than its scopes', async () => {
    const { browser } = await keyBrowser(['orders.read']);
    const session = await signInAs(shop, await newStaff({ roles: ['Owner'] }));
    browser.cookies.set('cellardoor_office', session.cookies.get('cellardoor_office') ?? '');

    expect((await browser.raw(staffContract.roles)).status).toBe(403);
  });
});

test('the OpenAPI document names the permission of every call and whether an API key can make it, to whoever is signed in', async () => {
  const browser = await signInAs(shop, await newStaff({ roles: ['Cellar'] }));

  const { text } = await browser.raw(staffContract.openApi);

  const document = z
    .object({
      components: z.object({ securitySchemes: z.record(z.string(), z.object({ type: z.string() })) }),
      paths: z.record(
        z.string(),
        z.record(z.string(), z.looseObject({ 'x-permission': z.string(), security: z.array(z.looseObject({})) })),
      ),
    })
    .parse(JSON.parse(text));
  const acceptsKeys = ({ permission, sessionOnly, stepUp }: OfficeEndpoint['spec']): boolean =>
    permission !== 'public' && !sessionOnly && !stepUp;
  const withKeys = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ security }) => (security.some((scheme) => 'bearer' in scheme) ? [path] : [])),
  );
  expect(document.components.securitySchemes).toMatchObject({ bearer: { type: 'http' }, session: { type: 'apiKey' } });
  expect(withKeys.toSorted()).toEqual(
    calls
      .filter(({ spec }) => acceptsKeys(spec))
      .map(({ spec }) => spec.path)
      .toSorted(),
  );
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), path, operation['x-permission']].join(' ')),
  );
  expect(described.toSorted()).toEqual(calls.map(({ spec }) => [spec.method, spec.path, spec.permission].join(' ')).toSorted());
});

test('every permission has a label that completes the sentence about it', () => {
  for (const { label } of Object.values(PERMISSIONS)) expect(label).toMatch(/^[a-z][^.]+$/);
});
