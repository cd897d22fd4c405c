/** Serves the page loads of the sign-in: the way to the identity provider and back. The provider is in this process or a hosted tenant. */
import type { FastifyInstance } from 'fastify';
import type { CustomFetch } from 'openid-client';
import { beginOfficeIdentity, OFFICE_ENDPOINTS } from '#domains/customers/identity/server/office-identity.ts';
import { PATHS } from '#domains/customers/identity/server/protocol.ts';
import { mountProvider } from '#domains/customers/identity/server/serve-protocol.ts';
import type { OfficeRequest } from '#domains/staff/server/office-handlers.ts';
import { createRelyingParty, type ProviderAddress, type Recognised } from '#domains/staff/server/relying-party.ts';
import { deleteSignIn, saveChallenge, signInHolder, takeChallenge } from '#domains/staff/server/sign-in.repository.ts';
import { continueWith, currentSignIn, maySkipFactor, type OpenSignIn, openSession, startSignIn } from '#domains/staff/server/sign-in.ts';
import { findStaff, findStaffBySubject, findStaffOfTenant } from '#domains/staff/server/staff.repository.ts';
import { AUTHORIZE_PATH, CALLBACK_PATH } from '#domains/staff/server/staff-services.ts';
import type { AppServices } from '#server/create-services.ts';
import { officeContextOf } from './office-context.ts';
import { officeOrigin } from './office-origin.ts';

const SIGN_IN_PAGE = '/sign-in';
const failed = (code: 'sign_in_expired' | 'sign_in_refused' | 'factor_missing'): string => `${SIGN_IN_PAGE}?error=${code}`;

/** Returns a path of the office; `/` for anything else. */
const pathOf = (text: unknown): string => (typeof text === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(text) ? text.slice(0, 2_000) : '/');

/** Sends requests of the relying party to the instance itself instead of the network. */
const inProcess =
  (office: FastifyInstance): CustomFetch =>
  async (url, { method, headers: sent, body }) => {
    const { host, pathname, search } = new URL(url);
    const response = await office.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: `${pathname}${search}`,
      headers: { ...sent, host },
      ...(body === null || body === undefined ? {} : { payload: String(body) }),
    });
    const headers = Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined || Array.isArray(value) ? [] : [[name, String(value)] as [string, string]],
    );
    return new Response(response.body, { status: response.statusCode, headers });
  };

/** Returns where the office's identity provider is. */
function providerOf({ config, identity, staff }: AppServices, office: FastifyInstance): ProviderAddress {
  if (staff.identity === 'external' && config.IDENTITY_URL !== undefined && config.OFFICE_CLIENT_ID !== undefined)
    return { kind: 'external', issuer: config.IDENTITY_URL, clientId: config.OFFICE_CLIENT_ID, clientSecret: config.OFFICE_CLIENT_SECRET };
  return { kind: 'built_in', client: identity.officeClient, fetch: inProcess(office), paths: PATHS };
}

/** Serves the routes. */
export function serveSignIn(office: FastifyInstance, services: AppServices, officeUrl: string): void {
  const { database, identity, staff: staffServices } = services;
  const contextOf = officeContextOf(services, officeUrl);
  const relyingParty = createRelyingParty(providerOf(services, office));
  const isBuiltIn = staffServices.identity === 'built_in';
  if (isBuiltIn) mountProvider(office, OFFICE_ENDPOINTS, identity.officeIssuers, (request) => officeOrigin(officeUrl, request));

  office.get<{ Querystring: { returnTo?: string } }>(AUTHORIZE_PATH, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const context = contextOf(request, reply);
    let open = await currentSignIn(staffServices, context);
    if (isBuiltIn) {
      const person =
        open?.signIn.step === 'complete' && open.signIn.staffId !== null ? await findStaff(database, open.signIn.staffId) : null;
      if (person?.status !== 'active') return reply.redirect(failed('sign_in_expired'), 302);
      await beginOfficeIdentity(identity.officeIssuers, context.origin, request, reply, person.subject);
    } else {
      const signIn = {
        staffId: null,
        step: 'start',
        identity: 'external',
        invitationId: null,
        method: 'tenant',
        returnTo: pathOf(request.query.returnTo),
      } as const;
      open = { token: await startSignIn(staffServices, context, signIn), signIn };
    }
    if (!open) return reply.redirect(failed('sign_in_expired'), 302);
    const { url, pending } = await relyingParty.start(context.origin);
    await saveChallenge(database, signInHolder(open.token), 'oidc', pending);
    return reply.redirect(url, 302);
  });

  /** Opens the session of a person whose steps the office itself has checked. @returns the page to load */
  const enterBuiltIn = async (context: OfficeRequest, { token, signIn }: OpenSignIn, { subject }: Recognised): Promise<string> => {
    const person = await findStaffBySubject(database, subject);
    const isSame = person?.status === 'active' && person.id === signIn.staffId && signIn.step === 'complete';
    if (!isSame || !(await deleteSignIn(database, token))) return failed('sign_in_expired');
    const isSteppedUp = signIn.method !== 'password' || maySkipFactor(staffServices, context);
    await openSession(staffServices, context, person, { method: signIn.method, isSteppedUp });
    return signIn.returnTo;
  };

  /** Opens the session of a person whom a tenant has recognised, or asks for the second factor. @returns the page to load */
  const enterFromTenant = async (context: OfficeRequest, { token, signIn }: OpenSignIn, found: Recognised): Promise<string> => {
    const person = await database.transaction((transaction) => findStaffOfTenant(transaction, found.subject, found.email));
    if (person?.status !== 'active') return failed('sign_in_refused');
    if (!found.hasSecondFactor) {
      const next = await continueWith(staffServices, context, person, 'external', signIn.returnTo);
      return next.ok ? SIGN_IN_PAGE : failed('factor_missing');
    }
    if (!(await deleteSignIn(database, token))) return failed('sign_in_expired');
    await openSession(staffServices, context, person, { method: 'tenant', isSteppedUp: true });
    return signIn.returnTo;
  };

  office.get(CALLBACK_PATH, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const context = contextOf(request, reply);
    const open = await currentSignIn(staffServices, context);
    const pending = open && (await takeChallenge(database, signInHolder(open.token), 'oidc'));
    if (!open || !pending) return reply.redirect(failed('sign_in_expired'), 302);
    const [, query = ''] = request.url.split('?', 2);
    const found = await relyingParty.finish(context.origin, query, pending);
    if (!found) return reply.redirect(failed('sign_in_expired'), 302);
    const page = isBuiltIn ? await enterBuiltIn(context, open, found) : await enterFromTenant(context, open, found);
    if (!page.startsWith(SIGN_IN_PAGE)) context.cookies.clear('signIn');
    return reply.redirect(page, 302);
  });
}
