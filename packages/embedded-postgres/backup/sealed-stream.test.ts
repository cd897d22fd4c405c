import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { keyIdOf, seal, unseal } from './sealed-stream.ts';

const KEY = 'k'.repeat(32);
const OTHER = 'o'.repeat(32);
const streamOf = (...parts: readonly Buffer[]): Readable => Readable.from(parts, { objectMode: false });
const sealed = (content: Buffer, name = 'wal/1'): Promise<Buffer> => buffer(seal([KEY], name, streamOf(content)));
const opened = (stored: Buffer, name = 'wal/1', keys: readonly [string, ...string[]] = [KEY]): Promise<Buffer> =>
  buffer(unseal(keys, name, streamOf(stored)));

describe('a sealed stream', () => {
  test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 500_000])('returns %i random bytes', async (bytes) => {
    const content = randomBytes(bytes);
    const stored = await sealed(content);
    expect((await opened(stored)).equals(content)).toBe(true);
    // Fewer bytes may occur by chance.
    if (bytes > 16) expect(stored.includes(content.subarray(0, 16))).toBe(false);
  });

  test('can be read in parts of any size', async () => {
    const content = randomBytes(200_000);
    const stored = await sealed(content);
    const parts = Array.from({ length: Math.ceil(stored.length / 997) }, (_, index) => stored.subarray(index * 997, (index + 1) * 997));
    expect((await buffer(unseal([KEY], 'wal/1', streamOf(...parts)))).equals(content)).toBe(true);
  });

  test('compresses', async () => {
    expect((await sealed(Buffer.alloc(16 * 1024 * 1024))).length).toBeLessThan(10_000);
  });

  test('can be read with an earlier key', async () => {
    const stored = await sealed(Buffer.from('wine'));
    expect((await opened(stored, 'wal/1', [OTHER, KEY])).toString()).toBe('wine');
  });

  test('names both keys if the right one is missing', async () => {
    await expect(opened(await sealed(Buffer.from('wine')), 'wal/1', [OTHER])).rejects.toMatchObject({
      problem: 'wrong-key',
      message: expect.stringContaining(`the key ${keyIdOf(KEY)}, and the key given is ${keyIdOf(OTHER)}`),
    });
  });

  test.each([0, 10, 20, 40, 70_000, 140_000])('is rejected with a changed byte at %i', async (at) => {
    const stored = await sealed(randomBytes(200_000));
    stored[at] = (stored[at] ?? 0) ^ 1;
    await expect(opened(stored)).rejects.toMatchObject({ problem: at >= 8 && at < 17 ? 'wrong-key' : 'damaged' });
  });

  test.each([0, 12, 33, 40, 33 + 65_552, 33 + 2 * 65_552, 150_000])('is rejected if it is cut off after %i bytes', async (length) => {
    const stored = await sealed(randomBytes(200_000));
    await expect(opened(stored.subarray(0, length))).rejects.toMatchObject({ problem: 'damaged' });
  });

  test('is rejected under another name', async () => {
    await expect(opened(await sealed(Buffer.from('wine'), 'wal/1'), 'wal/2')).rejects.toMatchObject({ problem: 'damaged' });
  });

  test('passes on what the source fails with', async () => {
    const source = Readable.from(
      (async function* () {
        yield Buffer.from('wine');
        throw new Error('the disk is broken');
      })(),
      { objectMode: false },
    );
    await expect(buffer(seal([KEY], 'wal/1', source))).rejects.toThrow('the disk is broken');
  });
});
