/** Handlers of the forms of the hosted pages. Each returns the target of a 303 redirect. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONSENT_WORDING } from '#domains/customers/consent/model/marketing.ts';
import { recordConsents } from '#domains/customers/consent/server/consent.repository.ts';
import type { HostedError } from '#domains/customers/identity/messages/hosted.ts';
import { hasLink, isPersonName } from '#domains/customers/identity/model/person-name.ts';
import { continuesAuthorization, returnTarget, withAuthenticated } from '#domains/customers/identity/model/return-to.ts';
import type { Database } from '#lib/db/pool.ts';
import { emailKey, isEmail } from '#lib/email.ts';
import { clientKey } from '#lib/http/client-key.ts';
import type { PasswordErrorCode } from '#lib/password-rules.ts';
import type { Config } from '#lib/server/config.ts';
import { hashPassword, isPassword } from '#lib/server/password-hash.ts';
import { findPasswordError } from '#lib/server/password-policy.ts';
import { logSecurityEvent, pseudonym } from '#lib/server/security-log.ts';
import { type Attempt, claimAttempt, refundAttempt, releaseAttempt } from '#lib/server/throttle.repository.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { allowedOrigins } from '../allowed-origins.ts';
import type { BrowserSessions } from '../browser-session.ts';
import { undoEmailChange } from '../change-email.ts';
import { joinBrowserOf, markJoinBrowser } from '../cookies.ts';
import { confirmEmail, createCustomer, customerByEmail, identitiesOf, setPasswordHash } from '../customer.repository.ts';
import { revokeSessions } from '../session.repository.ts';
import type { QueueIdentityMail } from './identity-mail.ts';
import {
  endJoins,
  findLink,
  type LinkPurpose,
  type LinkRequest,
  type OneTimeLink,
  requestLink,
  useLink,
} from './one-time-link.repository.ts';

export interface FormParts {
  readonly config: Config;
  readonly database: Database;
  readonly sessions: BrowserSessions;
  readonly queueMail: QueueIdentityMail;
}

/** A posted form. */
export interface Posted {
  readonly fields: URLSearchParams;
  readonly origin: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Form = (posted: Posted) => Promise<string>;

/** Longest field that is read. Password rules have a lower limit. */
const MAX_FIELD_LENGTH = 1_000;
const PAGES = {
  login: '/auth/login',
  password: '/auth/login/using-password',
  join: '/auth/join',
  forgot: '/auth/login/forgot-password',
  reset: '/auth/login/reset-password',
  verify: '/auth/verify-email',
  verifyAgain: '/auth/verify-email/again',
  undoEmail: '/auth/undo-email-change',
} as const;

const text = (fields: URLSearchParams, name: string): string => (fields.get(name) ?? '').slice(0, MAX_FIELD_LENGTH).trim();
const secret = (fields: URLSearchParams, name: string): string => (fields.get(name) ?? '').slice(0, MAX_FIELD_LENGTH);

const marketOfOrigin = ({ sites }: Config, origin: string): Market | null =>
  sites.find(({ host }) => host === new URL(origin).hostname)?.market ?? null;

/** Creates the form handlers by path [ID-9, ID-10, ID-11, ID-12]. */
export function hostedForms({ config, database, sessions, queueMail }: FormParts): Readonly<Record<string, Form>> {
  const returnToOf = ({ fields, origin }: Posted): string => returnTarget(fields.get('returnTo'), allowedOrigins(config, origin));
  const again = (path: string, posted: Posted, error: HostedError, more: Readonly<Record<string, string>> = {}): string =>
    pageAddress(path, { error, email: text(posted.fields, 'email'), returnTo: returnToOf(posted), ...more });

  const mailAttempts = (email: string, { request }: Posted): Attempt[] => [
    { kind: 'mail_by_account', subject: emailKey(email) },
    { kind: 'mail_by_client', subject: clientKey(request.ip) },
  ];
  /** Requests an email with a link. Only the email reveals whether the address has an account. */
  const mailLink = (
    purpose: LinkPurpose,
    email: string,
    link: Pick<LinkRequest, 'data' | 'browserDigest'>,
    posted: Posted,
  ): Promise<void> =>
    database.transaction(async (transaction) => {
      const linkId = await requestLink(transaction, { purpose, email, ...link, origin: posted.origin, returnTo: returnToOf(posted) });
      await queueMail(transaction, { kind: 'link', linkId });
    });

  const askEmail: Form = async (posted) => {
    const email = text(posted.fields, 'email');
    if (!isEmail(email)) return again(PAGES.login, posted, 'email_invalid');
    const customer = await customerByEmail(database, email);
    const identities = customer && customer.passwordHash === null ? await identitiesOf(database, customer.id) : [];
    const identity = identities.find(({ provider }) => config.IDENTITY_PROVIDERS.some(({ id }) => id === provider));
    if (identity) return pageAddress(PAGES.login, { only: identity.provider, email, returnTo: returnToOf(posted) });
    return pageAddress(PAGES.password, { email, returnTo: returnToOf(posted) });
  };

  const signInWithPassword: Form = async (posted) => {
    const { fields, request, reply } = posted;
    const email = text(fields, 'email');
    if (!isEmail(email)) return again(PAGES.password, posted, 'email_invalid');
    const [account, client] = [emailKey(email), clientKey(request.ip)];
    const attempts: Attempt[] = [
      { kind: 'password_by_account', subject: account },
      { kind: 'password_by_client', subject: client },
    ];
    const who = { method: 'password', client: pseudonym(client), account: pseudonym(account) };
    if (!(await claimAttempt(database, attempts))) {
      logSecurityEvent(request.log, 'sign_in_locked', { ...who, reason: 'failures' });
      return again(PAGES.password, posted, 'throttled');
    }
    const signIns: Attempt[] = [
      { kind: 'sign_in_by_account', subject: account },
      { kind: 'sign_in_by_client', subject: client },
    ];
    if (!(await claimAttempt(database, signIns))) {
      await releaseAttempt(database, [...attempts, ...signIns]);
      logSecurityEvent(request.log, 'sign_in_locked', { ...who, reason: 'sessions' });
      return again(PAGES.password, posted, 'sign_ins_throttled');
    }
    const customer = await customerByEmail(database, email);
    const isRight = await isPassword(secret(fields, 'password'), customer?.passwordHash ?? null);
    if (!customer || !isRight) {
      await releaseAttempt(database, signIns);
      logSecurityEvent(request.log, 'sign_in_failed', who);
      return again(PAGES.password, posted, 'wrong_credentials');
    }
    await refundAttempt(database, attempts);
    await sessions.begin(request, reply, customer, 'password');
    return withAuthenticated(returnToOf(posted));
  };

  const join: Form = async (posted) => {
    const { fields } = posted;
    const email = text(fields, 'email');
    const givenName = text(fields, 'given_name');
    const familyName = text(fields, 'family_name');
    const password = secret(fields, 'password');
    const names = { given_name: givenName.slice(0, 60), family_name: familyName.slice(0, 60) };
    if (!isEmail(email)) return again(PAGES.join, posted, 'email_invalid', names);
    if (givenName === '' || familyName === '') return again(PAGES.join, posted, 'name_missing', names);
    if (hasLink(givenName) || hasLink(familyName)) return again(PAGES.join, posted, 'name_link');
    if (!isPersonName(givenName) || !isPersonName(familyName)) return again(PAGES.join, posted, 'name_long');
    const error = await findPasswordError(password, email);
    if (error) return again(PAGES.join, posted, error, names);
    if (!(await claimAttempt(database, mailAttempts(email, posted)))) return again(PAGES.join, posted, 'throttled', names);
    const data = {
      givenName,
      familyName,
      passwordHash: await hashPassword(password),
      // Wording that was shown next to the ticked box.
      marketingWording: fields.get('marketing_email') === 'yes' ? CONSENT_WORDING.email : null,
    };
    const browserDigest = markJoinBrowser(posted.request, posted.reply, posted.origin);
    await mailLink('join', email, { data, browserDigest }, posted);
    return pageAddress(PAGES.join, { sent: 'yes', email });
  };

  const forgot: Form = async (posted) => {
    const email = text(posted.fields, 'email');
    if (!isEmail(email)) return again(PAGES.forgot, posted, 'email_invalid');
    if (!(await claimAttempt(database, mailAttempts(email, posted)))) return again(PAGES.forgot, posted, 'throttled');
    await mailLink('reset', email, { data: {} }, posted);
    return pageAddress(PAGES.forgot, { sent: 'yes', email });
  };

  const reset: Form = async ({ fields }) => {
    const token = text(fields, 'token');
    const password = secret(fields, 'password');
    const link = await findLink(database, token, ['reset']);
    if (!link) return pageAddress(PAGES.forgot, { error: 'link_ended' });
    const error = await findPasswordError(password, link.email);
    if (error) return pageAddress(PAGES.reset, { token, error: error });
    const hash = await hashPassword(password);
    const email = await database.transaction(async (transaction) => {
      const used = await useLink(transaction, token, ['reset']);
      const customer = used && (await customerByEmail(transaction, used.email));
      if (!customer) return null;
      await setPasswordHash(transaction, customer.id, hash);
      // Opening the link proves access to the mailbox.
      await confirmEmail(transaction, customer.id);
      await revokeSessions(transaction, customer.id, null);
      await refundAttempt(transaction, [{ kind: 'password_by_account', subject: emailKey(customer.email) }]);
      await queueMail(transaction, {
        kind: 'password_changed',
        to: customer.email,
        market: marketOfOrigin(config, link.origin) ?? MARKETS[0],
      });
      return customer.email;
    });
    if (email === null) return pageAddress(PAGES.forgot, { error: 'link_ended' });
    return pageAddress(PAGES.password, { notice: 'password_changed', email, returnTo: link.returnTo });
  };

  const isJoinBrowser = ({ browserDigest }: OneTimeLink, { request, origin }: Posted): boolean =>
    browserDigest !== null && browserDigest === joinBrowserOf(request, origin);

  /** Returns the password hash of a join. In a browser other than the one that joined, the password is chosen now. */
  const joinPassword = async (
    posted: Posted,
    link: OneTimeLink,
  ): Promise<{ readonly hash: string } | { readonly fault: PasswordErrorCode | null }> => {
    const chosen = secret(posted.fields, 'password');
    const { passwordHash } = link.data;
    if (chosen === '') return isJoinBrowser(link, posted) && typeof passwordHash === 'string' ? { hash: passwordHash } : { fault: null };
    const error = await findPasswordError(chosen, link.email);
    return error ? { fault: error } : { hash: await hashPassword(chosen) };
  };

  /**
   * Creates the account of a join. Consent counts only in the browser that gave it, because elsewhere a stranger may have ticked
   * the box.
   * @returns null if the link has expired
   */
  const openAccount = (token: string, passwordHash: string, isSameBrowser: boolean) =>
    database.transaction(async (transaction) => {
      const link = await useLink(transaction, token, ['join']);
      if (!link) return null;
      const { givenName, familyName, marketingWording } = link.data;
      const customer = await createCustomer(transaction, {
        email: link.email,
        emailVerified: true,
        passwordHash,
        givenName: String(givenName ?? ''),
        familyName: String(familyName ?? ''),
        userMetadata: { marketing_email: false },
      });
      await endJoins(transaction, link.email);
      if (customer && isSameBrowser && typeof marketingWording === 'string') {
        const consent = { channel: 'email', granted: true, wording: marketingWording, source: 'join' } as const;
        await recordConsents(transaction, customer.id, [consent], marketOfOrigin(config, link.origin));
      }
      return customer;
    });

  const verifyJoin = async (posted: Posted, token: string, link: OneTimeLink): Promise<string> => {
    const password = await joinPassword(posted, link);
    if (!('hash' in password)) return pageAddress(PAGES.verify, { token, choose: 'yes', error: password.fault });
    const customer = await openAccount(token, password.hash, isJoinBrowser(link, posted));
    if (!customer) return pageAddress(PAGES.verify, { error: 'link_ended' });
    await sessions.begin(posted.request, posted.reply, customer, 'link');
    // An authorisation request of another tab cannot be completed here. The shop obtains its tokens silently.
    return withAuthenticated(continuesAuthorization(link.returnTo) ? '/' : link.returnTo);
  };

  const verify: Form = async (posted) => {
    const token = text(posted.fields, 'token');
    const link = await findLink(database, token, ['join', 'verify']);
    if (link?.purpose === 'join') return verifyJoin(posted, token, link);
    const isConfirmed = await database.transaction(async (transaction) => {
      const used = await useLink(transaction, token, ['verify']);
      const customer = used && (await customerByEmail(transaction, used.email));
      if (!customer) return false;
      await confirmEmail(transaction, customer.id);
      return true;
    });
    return pageAddress(PAGES.verify, isConfirmed ? { done: 'yes' } : { error: 'link_ended' });
  };

  const undoEmail: Form = async ({ fields }) => {
    const undo = await undoEmailChange(database, text(fields, 'token'));
    if (undo.kind !== 'undone') return pageAddress(PAGES.undoEmail, { error: undo.kind === 'taken' ? 'email_taken' : 'link_ended' });
    return pageAddress(PAGES.reset, { token: undo.resetToken, notice: 'email_restored' });
  };

  /** Resends the verification. Only the email reveals whether there is anything to confirm. */
  const verifyAgain: Form = async (posted) => {
    const email = text(posted.fields, 'email');
    if (!isEmail(email)) return again(PAGES.verify, posted, 'email_invalid');
    if (!(await claimAttempt(database, mailAttempts(email, posted)))) return again(PAGES.verify, posted, 'throttled');
    await mailLink('verify', email, { data: { joinBrowser: joinBrowserOf(posted.request, posted.origin) } }, posted);
    return pageAddress(PAGES.verify, { sent: 'yes', email });
  };

  return {
    [PAGES.login]: askEmail,
    [PAGES.password]: signInWithPassword,
    [PAGES.join]: join,
    [PAGES.forgot]: forgot,
    [PAGES.reset]: reset,
    [PAGES.verify]: verify,
    [PAGES.verifyAgain]: verifyAgain,
    [PAGES.undoEmail]: undoEmail,
  };
}

/** Returns the URL of a page with the values it shows again. Omits empty values. Never contains a password. */
export function pageAddress(path: string, values: Readonly<Record<string, string | null | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Returns true if the target redirects to another origin. */
function leavesSite(target: string, origin: string): boolean {
  const end = continuesAuthorization(target) ? new URL(target, origin).searchParams.get('redirect_uri') : target;
  return end !== null && URL.canParse(end, origin) && new URL(end, origin).origin !== origin;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Redirects after a form. `form-action 'self'` also restricts redirects after a form, so another origin is reached from an
 * intermediate page.
 */
export function goOn(reply: FastifyReply, target: string, origin: string): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (!leavesSite(target, origin)) return reply.redirect(target, 303);
  const address = escapeHtml(target);
  return reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${address}"><title>Signing in</title><body><p><a href="${address}">Continue</a></p></body></html>`,
    );
}
