/** A browser without JavaScript: cookies, redirects, forms, and a sign-in by the hosted pages with PKCE. */
import { createHash, randomBytes } from 'node:crypto';
import { type HttpResponse, sendRequest } from './running-shop.ts';

const CLIENT_ID = 'cellardoor-web';
const AUDIENCE = 'https://api.cellardoor.example';
const SCOPE = 'openid profile email offline_access';
const MAX_REDIRECTS = 10;

export interface Tokens {
  readonly access_token: string;
  readonly id_token: string;
  readonly refresh_token: string;
}

const toList = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

export interface BrowserSession {
  readonly cookies: ReadonlyMap<string, string>;
  /** Whole Set-Cookie lines in the order they came. */
  readonly setCookies: readonly string[];
  send(method: string, path: string, headers?: Readonly<Record<string, string>>, body?: string): Promise<HttpResponse>;
  /** Signs in by the hosted pages and returns the tokens. @throws if a step answers something else than a redirect */
  signIn(email: string, password: string): Promise<Tokens>;
}

export function createBrowserSession(port: number, host = 'localhost'): BrowserSession {
  const cookies = new Map<string, string>();
  const setCookies: string[] = [];
  const origin = `http://${host}:${port}`;

  async function send(method: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: string): Promise<HttpResponse> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await sendRequest(port, host, method, path, { ...(cookie === '' ? {} : { cookie }), ...headers }, body);
    for (const line of toList(response.headers['set-cookie'])) {
      setCookies.push(line);
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  const locationOf = (response: HttpResponse): URL | null => {
    const [location] = toList(response.headers.location);
    return location === undefined ? null : new URL(location, origin);
  };

  async function followTo(start: URL, pathname: string): Promise<URL> {
    let url = start;
    for (let count = 0; count < MAX_REDIRECTS; count += 1) {
      if (url.pathname === pathname) return url;
      const next = locationOf(await send('GET', `${url.pathname}${url.search}`));
      if (next === null) throw new Error(`${url.pathname} does not redirect to ${pathname}`);
      url = next;
    }
    throw new Error(`too many redirects to ${pathname}`);
  }

  async function signIn(email: string, password: string): Promise<Tokens> {
    const verifier = randomBytes(32).toString('base64url');
    const parameters = new URLSearchParams({
      client_id: CLIENT_ID,
      response_type: 'code',
      redirect_uri: `${origin}/auth-callback`,
      scope: SCOPE,
      audience: AUDIENCE,
      state: 'contract-state',
      nonce: 'contract-nonce',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const login = await followTo(new URL(`/authorize?${parameters}`, origin), '/auth/login');
    const form = new URLSearchParams({ email, password, returnTo: login.searchParams.get('returnTo') ?? '' });
    const type = 'application/x-www-form-urlencoded';
    const posted = await send('POST', '/auth/login/using-password', { 'content-type': type, origin }, form.toString());
    const next = locationOf(posted);
    if (next === null) throw new Error(`sign-in answered ${posted.status}`);
    const callback = await followTo(next, '/auth-callback');
    const grant = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: CLIENT_ID,
      code_verifier: verifier,
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: `${origin}/auth-callback`,
    });
    const response = await send('POST', '/oauth/token', { 'content-type': type }, grant.toString());
    const tokens: unknown = JSON.parse(response.text);
    if (!isTokens(tokens)) throw new Error(`the token call answered ${response.status} ${response.text}`);
    return tokens;
  }

  return { cookies, setCookies, send, signIn };
}

const isTokens = (value: unknown): value is Tokens =>
  typeof value === 'object' &&
  value !== null &&
  ['access_token', 'id_token', 'refresh_token'].every((name) => typeof Reflect.get(value, name) === 'string');
