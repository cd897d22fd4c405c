import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { PictureStorageError } from './picture-storage.ts';
import { pictureStorageOf } from './s3-picture-storage.ts';

const NAME = { id: 'a', width: 200, format: 'webp' } as const;
/** Answers as Amazon does for a file that does not exist, if the keys may not list the bucket. */
const server = createServer((_request, response) => void response.writeHead(403).end());

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'x');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'x');
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

test('says of a file that is refused that it may be lost', async () => {
  const storage = pictureStorageOf({ PICTURE_STORAGE: 's3://shop-pictures/production' }) ?? expect.fail('no storage');

  for (const answer of await Promise.allSettled([storage.has(NAME), storage.get(NAME)])) {
    const { reason } = z.object({ reason: z.instanceof(PictureStorageError) }).parse(answer);
    expect(reason.message).toMatch(/lack a right\. Without s3:ListBucket a file that is lost gets the same answer\.$/);
  }
});

test('the policy of the guide is JSON, and allows listing the bucket', async () => {
  const guide = await readFile('docs/guides/serve-pictures.md', 'utf8');
  const { Statement } = z
    .object({ Statement: z.array(z.object({ Action: z.union([z.string(), z.array(z.string())]), Resource: z.string() })) })
    .parse(JSON.parse(/```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''));

  expect(Statement.map(({ Action, Resource }) => [Action, Resource])).toEqual([
    [['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], 'arn:aws:s3:::shop-pictures/production/*'],
    ['s3:ListBucket', 'arn:aws:s3:::shop-pictures'],
  ]);
});
