/** Sends a test to a service at an address that staff entered, and says in words what answered. */
import { type FetchOptions, isPublicAddress, openAddress, reasonOf, resolveAll } from '#domains/imports/server/fetch-list.ts';
import { settingTestMessages } from '#domains/settings/messages/connection-tests.ts';
import type { ConnectionOutcome } from '#domains/settings/server/office-setting-handlers.ts';
import { isLoopbackHost } from '#markets/origins.ts';

const TIMEOUT_MS = 10_000;
const IS_CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|SSL|TLS/;
const text = settingTestMessages.target;

export interface TestRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent by POST; without one the address is read. */
  readonly body?: string;
}

/** How an answer is judged. */
export interface TestChecks {
  /** What to check if the service refuses the key. */
  readonly refused: string;
  /** What to check if it refuses the content. */
  readonly notTaken: string;
  /** The service answers with data, so a web page is somebody else's answer. */
  readonly answersData: boolean;
}

export interface TargetOptions extends FetchOptions {
  /** True for a shop that runs on this machine only: its services may do so too. */
  readonly allowsLoopback: boolean;
  readonly timeoutMs?: number;
}

const failed = (message: string): ConnectionOutcome => ({ isConnected: false, message });

/** Judges an answer of a service. */
function judge(name: string, status: number, isPage: boolean, { refused, notTaken, answersData }: TestChecks): ConnectionOutcome {
  if (status >= 200 && status < 300)
    return isPage && answersData ? failed(text.isPage(name, status)) : { isConnected: true, message: text.taken(name, status) };
  if (status >= 300 && status < 400) return failed(text.redirected(name, status));
  if (status === 401 || status === 403) return failed(text.refused(name, status, refused));
  if (status === 404 || status === 405 || status === 410) return failed(text.missing(name, status));
  if (status === 429) return failed(text.isLimited(name, status));
  return failed(status >= 500 ? text.hasFailed(name, status) : text.notTaken(name, status, notTaken));
}

/**
 * Sends one request without following redirects. The name is resolved once and the connection goes to the checked address: a public one,
 * or this machine if the shop itself is there.
 */
export async function testTarget(
  { url, headers, body }: TestRequest,
  checks: TestChecks,
  { allowsLoopback, resolve = resolveAll, open = openAddress, timeoutMs = TIMEOUT_MS }: TargetOptions,
): Promise<ConnectionOutcome> {
  const target = new URL(url);
  const name = target.hostname.replace(/^\[|\]$/g, '');
  const found = await resolve(name).catch((error: unknown) => (reasonOf(error) === 'ENOTFOUND' ? [] : reasonOf(error)));
  if (typeof found === 'string') return failed(settingTestMessages.host.noDns(name, found));
  const [address] = found;
  if (address === undefined) return failed(settingTestMessages.host.unknown(name));
  const isLocal = (each: string): boolean => allowsLoopback && (each === '::1' || isLoopbackHost(each));
  const hidden = found.find((each) => !isPublicAddress(each.address) && !isLocal(each.address));
  if (hidden) return failed(text.isInternal(name, hidden.address));
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await open(target, address, { 'user-agent': 'Cellardoor', ...headers }, signal, body);
    const isPage = (response.headers['content-type'] ?? '').startsWith('text/html');
    response.destroy();
    return judge(name, response.statusCode ?? 0, isPage, checks);
  } catch (error) {
    if (signal.aborted) return failed(text.late(name, timeoutMs / 1_000));
    const reason = reasonOf(error);
    const { certificate, noAnswer } = settingTestMessages.host;
    if (IS_CERTIFICATE.test(reason)) return failed(certificate(name, reason));
    return failed(name === address.address ? text.noAnswer(name, reason) : noAnswer(name, address.address, reason));
  }
}

/** Puts the outcomes of several tests together: all must work. */
export const allOf = (outcomes: readonly ConnectionOutcome[]): ConnectionOutcome => ({
  isConnected: outcomes.every(({ isConnected }) => isConnected),
  message: outcomes.map(({ message }) => message).join('\n'),
});
