/**
 * A local server that speaks the requests of Stripe's API that the shop makes, as its documentation states them: form
 * bodies, idempotency keys, lists, errors. Cards: `pm_good` pays, `pm_declined` is declined, `pm_confirm` wants its payer.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Thing = Record<string, unknown> & { id: string };

export interface StripeServer {
  readonly url: string;
  /** Requests so far, `POST /v1/refunds`. */
  readonly asked: string[];
  readonly intents: Map<string, Thing>;
  readonly disputes: Map<string, Thing>;
  /** The payer pays on the page of a session with a new card. */
  payPage(sessionId: string): void;
  /** The customer gives a new card on the page of a session that keeps one. */
  giveCard(sessionId: string): void;
  /** The next answer to such a request is lost after it was done. */
  loseAnswer(request: string): void;
  close(): Promise<void>;
}

const bodyOf = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => resolve(text));
  });

const METHOD = {
  id: 'pm_new',
  object: 'payment_method',
  card: { brand: 'visa', last4: '4242', exp_month: 9, exp_year: 2031, fingerprint: 'fp_new' },
};
const now = (): number => Math.floor(Date.now() / 1_000);

export async function startStripeServer(): Promise<StripeServer> {
  const intents = new Map<string, Thing>();
  const sessions = new Map<string, Thing>();
  const refunds = new Map<string, Thing>();
  const disputes = new Map<string, Thing>();
  const answers = new Map<string, { status: number; body: unknown }>();
  const asked: string[] = [];
  const lost = new Set<string>();
  let count = 0;
  const newId = (kind: string): string => {
    count += 1;
    return `${kind}_${count}`;
  };
  const cardError = (code: string, intent: Thing) => ({
    status: 402,
    body: { error: { type: 'card_error', code, message: 'Your card was declined.', payment_intent: intent } },
  });
  const wrong = (message: string) => ({ status: 400, body: { error: { type: 'invalid_request_error', message } } });
  const good = (body: unknown) => ({ status: 200, body });
  const metadataOf = (form: URLSearchParams, prefix = 'metadata') => {
    const order = form.get(`${prefix}[order]`);
    const installation = form.get(`${prefix}[installation]`);
    return order === null ? {} : { order, ...(installation === null ? {} : { installation }) };
  };
  const newIntent = (form: URLSearchParams, amount: number, prefix: string): Thing => {
    const id = newId('pi');
    const intent: Thing = {
      id,
      object: 'payment_intent',
      amount,
      status: 'requires_payment_method',
      customer: form.get('customer'),
      created: now(),
      metadata: metadataOf(form, prefix),
      payment_method: METHOD,
      capture_method: form.get(prefix === 'metadata' ? 'capture_method' : 'payment_intent_data[capture_method]') ?? 'automatic',
      latest_charge: null,
      last_payment_error: null,
    };
    intents.set(id, intent);
    return intent;
  };
  /** The card agrees: the money is taken, or held where the intent is captured by hand. */
  const succeed = (intent: Thing): void => {
    if (intent.capture_method === 'manual') return void Object.assign(intent, { status: 'requires_capture' });
    Object.assign(intent, { status: 'succeeded', latest_charge: { id: newId('ch'), object: 'charge', amount_refunded: 0 } });
  };

  const make = (path: string, form: URLSearchParams): { status: number; body: unknown } => {
    const [, , kind, id, action] = path.split('/');
    if (path === '/v1/customers') return good({ id: newId('cus'), object: 'customer' });
    if (path === '/v1/payment_intents') {
      const intent = newIntent(form, Number(form.get('amount')), 'metadata');
      const card = form.get('payment_method');
      if (card === 'pm_declined' || card === 'pm_confirm')
        return cardError(card === 'pm_confirm' ? 'authentication_required' : 'card_declined', intent);
      succeed(intent);
      return good(intent);
    }
    if (kind === 'payment_intents' && action === 'cancel') {
      const intent = intents.get(id ?? '');
      if (!intent || intent.status === 'succeeded') return wrong('This PaymentIntent cannot be canceled.');
      intent.status = 'canceled';
      return good(intent);
    }
    if (kind === 'payment_intents' && action === 'capture') {
      const intent = intents.get(id ?? '');
      if (intent?.status !== 'requires_capture') return wrong('This PaymentIntent could not be captured.');
      Object.assign(intent, { capture_method: 'automatic' });
      succeed(intent);
      return good(intent);
    }
    if (path === '/v1/checkout/sessions') {
      const session: Thing = {
        id: newId('cs'),
        object: 'checkout.session',
        status: 'open',
        payment_status: 'unpaid',
        payment_intent: null,
        setup_intent: null,
        created: now(),
        amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
        client_reference_id: form.get('client_reference_id'),
        form,
      };
      session.url = `https://checkout.stripe.example/${session.id}`;
      sessions.set(session.id, session);
      return good({ ...session, form: undefined });
    }
    if (path.endsWith('/expire')) {
      const session = sessions.get(path.split('/')[4] ?? '');
      if (session?.status !== 'open') return wrong('Only open sessions can be expired.');
      session.status = 'expired';
      return good({ ...session, form: undefined });
    }
    if (path === '/v1/refunds') {
      const intent = intents.get(form.get('payment_intent') ?? '');
      const charge = intent?.latest_charge as { amount_refunded: number } | undefined;
      const amount = Number(form.get('amount'));
      if (!intent || !charge || charge.amount_refunded + amount > Number(intent.amount))
        return wrong('Refund amount is greater than what is left.');
      charge.amount_refunded += amount;
      const refund = { id: newId('re'), object: 'refund', status: 'succeeded', failure_reason: null };
      refunds.set(refund.id, refund);
      return good(refund);
    }
    return { status: 404, body: { error: { type: 'invalid_request_error', message: `unknown ${path}` } } };
  };
  const read = (path: string): { status: number; body: unknown } => {
    const list = (things: Iterable<Thing>) =>
      good({ object: 'list', has_more: false, data: [...things].map((thing) => ({ ...thing, form: undefined })) });
    if (path === '/v1/payment_intents') return list(intents.values());
    if (path === '/v1/checkout/sessions') return list(sessions.values());
    const thing = [intents, sessions, refunds, disputes].flatMap((table) => table.get(path.split('/').at(-1) ?? '') ?? [])[0];
    return thing
      ? good({ ...thing, form: undefined })
      : { status: 404, body: { error: { type: 'invalid_request_error', message: 'No such thing' } } };
  };

  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const name = `${request.method} ${path}`;
    asked.push(name);
    const form = new URLSearchParams(await bodyOf(request));
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' ? answers.get(key) : undefined;
    const answer = known ?? (request.method === 'POST' ? make(path, form) : read(path));
    if (typeof key === 'string') answers.set(key, structuredClone(answer));
    if (lost.delete(name)) return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    intents,
    disputes,
    payPage(sessionId) {
      const session = sessions.get(sessionId);
      if (session?.status !== 'open') throw new Error('this page is closed');
      const intent = newIntent(session.form as URLSearchParams, Number(session.amount_total), 'payment_intent_data[metadata]');
      succeed(intent);
      const isPaid = intent.status === 'succeeded';
      Object.assign(session, { status: 'complete', payment_status: isPaid ? 'paid' : 'unpaid', payment_intent: intent.id });
    },
    giveCard(sessionId) {
      const session = sessions.get(sessionId);
      if (session?.status !== 'open' || (session.form as URLSearchParams).get('mode') !== 'setup')
        throw new Error('this page takes no card');
      Object.assign(session, { status: 'complete', setup_intent: { id: newId('seti'), status: 'succeeded', payment_method: METHOD } });
    },
    loseAnswer: (request) => void lost.add(request),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
