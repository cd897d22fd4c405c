/** A browser without JavaScript: it keeps cookies, follows redirects within the shop, and posts forms. */
import { send, type TestAnswer } from './http.ts';
import type { TestShop } from './shop.ts';

export interface BrowserSession extends TestAnswer {
  /** Where the answer sends the browser, null where it does not. */
  readonly location: string | null;
}

export interface TestClient {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<BrowserSession>;
  /** Post a form as a browser does, with the origin of the page it stands on. */
  post(path: string, fields: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<BrowserSession>;
  /** Get a page and go where it sends, while that is in this shop; gives the last answer with its address. */
  follow(path: string): Promise<BrowserSession & { readonly path: string }>;
}

const list = (value: string | string[] | undefined): string[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

export function visitor({ running: { port } }: Pick<TestShop, 'running'>, host = 'localhost'): TestClient {
  const cookies = new Map<string, string>();
  const origin = `http://${host}:${port}`;
  const session = async (method: string, path: string, headers: Readonly<Record<string, string>>, body?: string): Promise<BrowserSession> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await send(port, host, method, path, { ...(cookie === '' ? {} : { cookie }), ...headers }, body);
    for (const line of list(answer.headers['set-cookie'])) {
      const [pair = '', ...attributes] = line.split(/;\s*/);
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      const isExpired = attributes.some((attribute) => /^max-age=0$/i.test(attribute) || /^expires=Thu, 01 Jan 1970/i.test(attribute));
      if (isExpired) cookies.delete(name);
      else cookies.set(name, value);
    }
    const [location = null] = list(answer.headers.location);
    return { ...answer, location };
  };
  const self: TestClient = {
    cookies,
    get: (path, headers = {}) => session('GET', path, headers),
    post: (path, fields, headers = {}) =>
      session(
        'POST',
        path,
        { 'content-type': 'application/x-www-form-urlencoded', origin, ...headers },
        new URLSearchParams(fields).toString(),
      ),
    async follow(path) {
      let at = path;
      for (let hops = 0; hops < 10; hops += 1) {
        const answer = await self.get(at);
        if (answer.status < 300 || answer.status >= 400 || answer.location === null) return { ...answer, path: at };
        const next = new URL(answer.location, origin);
        if (next.origin !== origin) return { ...answer, path: at };
        at = `${next.pathname}${next.search}`;
        // The callback belongs to the browser's own code.
        if (next.pathname === '/auth-callback') return { ...answer, path: at };
      }
      throw new Error(`too many redirects from ${path}`);
    },
  };
  return self;
}
