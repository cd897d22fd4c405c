import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type UploadProgress, uploadFile } from './upload-file.ts';

const START = '/office/v1/imports/upload';
const PART = `${START}/part`;
const FINISH = `${START}/finish`;

interface SentCall {
  readonly path: string;
  readonly key: string | null;
}

/** Requests of a call that its client makes by itself, and one more. */
const FAILURES = 4;

/** Answers calls of an upload. The first requests of each path in `failing` get no response, or this status. */
function answer(failing: Readonly<Record<string, 'lost' | number>>): SentCall[] {
  const sent: SentCall[] = [];
  const bodies: Readonly<Record<string, unknown>> = { [START]: { id: 7, partBytes: 1_000_000 }, [PART]: { next: 1 }, [FINISH]: {} };
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    const path = new URL(url, 'http://office.localhost').pathname;
    const isFailing = sent.filter((call) => call.path === path).length < FAILURES;
    sent.push({ path, key: new Headers(headers).get('idempotency-key') });
    const failure = isFailing ? failing[path] : undefined;
    if (failure === 'lost') throw new TypeError('Failed to fetch');
    return Response.json(failure === undefined ? (bodies[path] ?? {}) : { code: 'refused', title: 'No.' }, { status: failure ?? 200 });
  });
  return sent;
}

const upload = (signal = new AbortController().signal, onProgress: (progress: UploadProgress) => void = () => {}) =>
  uploadFile(new File(['sku,price\nA-1,20\n'], 'list.csv.gz'), onProgress, signal);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('isSecureContext', true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  { path: START, failure: 'lost' as const },
  { path: PART, failure: 503 },
  { path: FINISH, failure: 'lost' as const },
  { path: FINISH, failure: 502 },
])('sends $path again after $failure, and nothing is done twice', async ({ path, failure }) => {
  const sent = answer({ [path]: failure });
  const onProgress = vi.fn();

  const uploading = upload(undefined, onProgress);
  await vi.runAllTimersAsync();

  expect(await uploading).toEqual({ ok: true, id: 7 });
  expect(sent.filter((call) => call.path === path)).toHaveLength(FAILURES + 1);
  const keys = sent.filter((call) => call.path === path && path !== PART).map(({ key }) => key);
  expect(new Set(keys).size).toBeLessThanOrEqual(1);
  expect(onProgress).toHaveBeenCalledWith(expect.objectContaining({ isRetrying: true }));
});

test('stops at a refusal, and says why', async () => {
  const sent = answer({ [FINISH]: 409 });

  expect(await upload()).toMatchObject({ ok: false, title: 'No.' });
  expect(sent.map(({ path }) => path)).toEqual([START, PART, FINISH]);
});

test('discards what was sent if it is ended while it waits for the connection', async () => {
  const sent = answer({ [FINISH]: 'lost' });
  const controller = new AbortController();

  const uploading = upload(controller.signal, ({ isRetrying }) => {
    if (isRetrying) controller.abort();
  });
  await vi.runAllTimersAsync();

  expect(await uploading).toBeNull();
  expect(sent.at(-1)?.path).toMatch(/discard/);
});
