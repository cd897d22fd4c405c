/** Services whose REST the shop calls and does not serve itself: what they take and refuse, as far as the shop relies on it (vendor-wire.md §5, §7). */
import Fastify from 'fastify';

export const FAKE_VENDOR_CONFIG = { appId: '6f2a0f0e-0000-4000-8000-000000000001', pushKey: 'push-key', crmToken: 'pat-au' } as const;

export interface StandIns {
  readonly url: string;
  stop(): Promise<void>;
}

/** OneSignal's users and HubSpot's contacts on one port. */
export async function startFakeVendors(): Promise<StandIns> {
  const app = Fastify();
  app.patch<{ Params: { app: string }; Body: { properties?: { tags?: Readonly<Record<string, unknown>> } } }>(
    '/apps/:app/users/by/external_id/:id',
    async ({ params, headers, body }, reply) => {
      if (headers.authorization !== `Key ${FAKE_VENDOR_CONFIG.pushKey}`) return reply.code(403).send({ errors: ['access denied'] });
      if (params.app !== FAKE_VENDOR_CONFIG.appId) return reply.code(404).send({ errors: ['no such app'] });
      const tags = body.properties?.tags;
      const isText = tags !== undefined && Object.values(tags).every((value) => typeof value === 'string');
      return isText ? reply.code(202).send({ properties: { tags: {} } }) : reply.code(400).send({ errors: ['tags must be texts'] });
    },
  );
  app.addHook('onRequest', async ({ url, headers }, reply) => {
    if (url.startsWith('/crm/') && headers.authorization !== `Bearer ${FAKE_VENDOR_CONFIG.crmToken}`)
      await reply.code(401).send({ status: 'error', category: 'INVALID_AUTHENTICATION' });
  });
  const contacts = new Map<string, Readonly<Record<string, string>>>();
  app.post<{ Body: { inputs?: readonly { idProperty?: string; id?: string; properties?: Readonly<Record<string, string>> }[] } }>(
    '/crm/v3/objects/contacts/batch/upsert',
    async ({ body: { inputs = [] } }, reply) => {
      const isTaken = inputs.length > 0 && inputs.every(({ idProperty, id, properties }) => idProperty === 'email' && id && properties);
      if (!isTaken) return reply.code(400).send({ status: 'error', category: 'VALIDATION_ERROR' });
      for (const { id = '', properties = {} } of inputs) contacts.set(id, properties);
      return { status: 'COMPLETE', results: inputs.map(({ id }, at) => ({ id: String(at + 1), properties: contacts.get(id ?? '') })) };
    },
  );
  app.post<{ Body: { idProperty?: string; inputs?: readonly { id?: string }[] } }>(
    '/crm/v3/objects/contacts/batch/read',
    async ({ body: { idProperty, inputs = [] } }, reply) => {
      if (idProperty !== 'email' || inputs.length === 0) return reply.code(400).send({ status: 'error', category: 'VALIDATION_ERROR' });
      const found = inputs.flatMap(({ id = '' }, at) => (contacts.has(id) ? [{ id: String(at + 1), properties: contacts.get(id) }] : []));
      return reply.code(found.length < inputs.length ? 207 : 200).send({ status: 'COMPLETE', results: found });
    },
  );
  app.get('/crm/v3/objects/contacts/:id', async (_request, reply) =>
    reply.code(404).send({ status: 'error', category: 'OBJECT_NOT_FOUND' }),
  );
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), stop: async () => void (await app.close()) };
}
