import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadMapping, shippedMappings } from './load-mapping.ts';

describe('loadMapping', () => {
  test('loads every shipped mapping under its own name', async () => {
    const names = await shippedMappings();
    expect(names).toEqual(expect.arrayContaining(['iowa-spirits', 'winemag']));
    for (const name of names) expect((await loadMapping(name)).name).toBe(name);
  });

  test('lists the existing names for an unknown name', async () => {
    await expect(loadMapping('nothing')).rejects.toThrow(/There is no mapping "nothing"; there are .*winemag/);
    await expect(loadMapping('../mappings/winemag.json')).rejects.toThrow('There is no mapping file');
  });

  test('loads a file of the retailer', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mapping-'));
    const path = join(folder, 'own.json');
    await writeFile(path, '{"name": "own"');
    await expect(loadMapping(path)).rejects.toThrow('is not JSON');
    await writeFile(path, '{"name": "own"}');
    await expect(loadMapping(path)).rejects.toThrow(/has errors: .*columns/);
    await rm(folder, { recursive: true });
  });
});
