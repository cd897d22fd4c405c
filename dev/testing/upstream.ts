/** Another company's OpenID provider, for sign-in through other services: it signs in whomever the test says, without asking. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface UpstreamAccount {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly given_name?: string;
  readonly family_name?: string;
}

export interface Upstream {
  readonly issuer: string;
  /** Who is signed in there; null declines. */
  account: UpstreamAccount | null;
  /** Open for a shop that has begun to listen. */
  open(redirectUri: string): void;
  /** Visit its page as a browser would, and give the address it sends back to. */
  visit(url: string): Promise<URL>;
  stop(): Promise<void>;
}

export const UPSTREAM_CLIENT = { id: 'the-shop', secret: 'a secret of theirs and ours' } as const;

function providerOf(issuer: string, redirectUri: string, accountOf: () => UpstreamAccount | null): Provider {
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: UPSTREAM_CLIENT.id,
        client_secret: UPSTREAM_CLIENT.secret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [redirectUri],
      },
    ],
    cookies: { keys: ['for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
    findAccount: (_ctx, sub) => {
      const account = accountOf();
      return account ? { accountId: sub, claims: () => ({ ...account }) } : undefined;
    },
    async loadExistingGrant(ctx) {
      const { session, client } = ctx.oidc;
      const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: client?.clientId ?? '' });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  return provider;
}

export async function startUpstream(): Promise<Upstream> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  let provider: Provider | null = null;

  const self: Upstream = {
    issuer,
    account: null,
    open(redirectUri) {
      provider = providerOf(issuer, redirectUri, () => self.account);
    },
    async visit(url) {
      const cookies = new Map<string, string>();
      for (let at = url; ; ) {
        const answer = await fetch(at, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const line of answer.headers.getSetCookie()) {
          const [pair = ''] = line.split(';');
          cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
        }
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`the other provider answered ${answer.status}: ${await answer.text()}`);
        const next = new URL(location, at);
        if (next.origin !== issuer) return next;
        at = next.href;
      }
    },
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };

  server.on('request', (request, response) => {
    if (!provider) return response.writeHead(503).end();
    if (!request.url?.startsWith('/sign-in/')) return provider.callback()(request, response);
    const result = self.account ? { login: { accountId: self.account.sub } } : { error: 'access_denied' };
    return provider.interactionFinished(request, response, result);
  });
  return self;
}
