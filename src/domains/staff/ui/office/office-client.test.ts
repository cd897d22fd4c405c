import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { NetworkError } from '#lib/browser/fetch-transport.ts';
import type { Transport } from '#lib/client.ts';
import { officeClient } from './office-client.ts';

const contract = officeCalls({
  refund: {
    method: 'POST',
    path: '/office/v1/test/refund',
    summary: 'Refunds',
    reference: '',
    permission: 'orders.refund',
    mutates: true,
    input: z.object({ id: z.string() }),
    output: z.object({ done: z.boolean() }),
    errors: {},
  },
});

const answering = (...answers: readonly { readonly status: number; readonly body: unknown }[]) => {
  const keys: (string | undefined)[] = [];
  const left = [...answers];
  const transport: Transport = async (_call, _input, options) => {
    keys.push(options.idempotencyKey);
    return left.shift() ?? { status: 200, body: { done: true } };
  };
  return { transport, keys };
};

const refusal = (status: number, code: string) => ({ status, body: { status, title: 'No.', code } });

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
});

describe('the client of the office', () => {
  test('continues with the same key once the person has signed in again', async () => {
    const { transport, keys } = answering(refusal(401, 'sign_in_required'));
    const askForSignIn = vi.fn(async () => true);

    const result = await officeClient(contract, transport, { askForSignIn, askForStepUp: async () => false }).refund({ id: '1' });

    expect(result).toEqual({ ok: true, value: { done: true } });
    expect(askForSignIn).toHaveBeenCalledOnce();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('asks for a second factor after a sign-in, where both are needed', async () => {
    const { transport, keys } = answering(refusal(401, 'sign_in_required'), refusal(403, 'step_up_required'));
    const prompts = { askForSignIn: vi.fn(async () => true), askForStepUp: vi.fn(async () => true) };

    expect(await officeClient(contract, transport, prompts).refund({ id: '1' })).toMatchObject({ ok: true });
    expect(prompts.askForStepUp).toHaveBeenCalledOnce();
    expect(keys).toHaveLength(3);
  });

  test('returns the refusal if the person declines', async () => {
    const { transport } = answering(refusal(403, 'step_up_required'));
    const result = await officeClient(contract, transport, { askForSignIn: async () => true, askForStepUp: async () => false }).refund({
      id: '1',
    });
    expect(result).toMatchObject({ ok: false, code: 'step_up_required' });
  });

  test('stops asking after three times', async () => {
    const { transport } = answering(...Array.from({ length: 9 }, () => refusal(401, 'sign_in_required')));
    const askForSignIn = vi.fn(async () => true);
    const result = await officeClient(contract, transport, { askForSignIn, askForStepUp: async () => true }).refund({ id: '1' });
    expect(result).toMatchObject({ ok: false, code: 'sign_in_required' });
    expect(askForSignIn).toHaveBeenCalledTimes(3);
  });

  test('turns a lost connection into a failure with a sentence', async () => {
    const transport: Transport = () => Promise.reject(new NetworkError('none'));
    expect(await officeClient(contract, transport).refund({ id: '1' })).toMatchObject({
      ok: false,
      code: 'network',
      title: expect.stringMatching(/can’t reach/),
    });
  });
});
