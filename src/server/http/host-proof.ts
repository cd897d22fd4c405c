/** Proves to the shop itself that a host leads to it, for the test of hosts in the settings. */
import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#lib/db/pool.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';

export const HOST_PROOF_PATH = '/.well-known/cellardoor-host';

/** Name of the secret. */
const HOST_PROOFS = 'host proofs';

/** Returns what only a process of this shop can answer to a nonce. */
export const hostProofOf = async (database: Database, nonce: string): Promise<string> =>
  createHmac('sha256', await sharedSecret(database, HOST_PROOFS))
    .update(`host:${nonce}`)
    .digest('base64url');

/** Serves the proof on every host. */
export function serveHostProof(app: FastifyInstance, database: Database): void {
  app.get<{ Params: { nonce: string } }>(`${HOST_PROOF_PATH}/:nonce`, { schema: { hide: true } }, async (request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(await hostProofOf(database, request.params.nonce)),
  );
}
