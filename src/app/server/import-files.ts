/**
 * Imports record files: reads as a stream, writes in batches of one transaction each while the next batch is read, and
 * tells how far it is (DECISIONS.md "Catalogue and content"). A crash leaves whole batches; the same file again ends the rest.
 */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Written } from '../../catalogue/server/catalogue-writer.ts';
import type { Mapping } from '../../intake/mapping.ts';
import type { ReadingProgress, Reject } from '../../intake/outcome.ts';
import { readRecords } from '../../intake/server/read-records.ts';
import type { Database } from '../../platform/server/database/pool.ts';
import { RECORD_KINDS } from './record-kinds.ts';
import { CHANGES } from './run-shop.ts';

const BATCH = 1_000;

export interface ImportRequest {
  readonly files: readonly string[];
  /** Null for the shop's own format. */
  readonly mapping: Mapping | null;
  /** Where rows that could not be read are written, one JSON object a line; null to count them only. */
  readonly rejectsFile: string | null;
  /** Called now and then with how far it is. */
  readonly onProgress?: (progress: ReadingProgress) => void;
}

export interface ImportSummary {
  readonly progress: ReadingProgress;
  /** By record kind. */
  readonly written: Readonly<Record<string, Written>>;
}

const NOTHING: Written = { added: 0, changed: 0, unchanged: 0 };
const plus = (a: Written, b: Written): Written => ({
  added: a.added + b.added,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
});

/** @throws FileRefused where a file is wrong as a whole; nothing of it was written then */
export async function importFiles(database: Database, request: ImportRequest): Promise<ImportSummary> {
  const schemas = Object.fromEntries(Object.entries(RECORD_KINDS).map(([name, { schema }]) => [name, schema]));
  const reading = readRecords(request.files, request.mapping, schemas);
  const written: Record<string, Written> = {};
  const rejects = openRejects(request.rejectsFile);
  let batch: { record: string }[] = [];
  let writing: Promise<void> = Promise.resolve();

  const writeBatch = (records: readonly { record: string }[]): Promise<void> =>
    database
      .transaction(async (transaction) => {
        const results: [string, Written][] = [];
        for (const [name, kind] of Object.entries(RECORD_KINDS)) {
          const own = records.filter((record) => record.record === name);
          if (own.length > 0) results.push([name, await kind.write(transaction, own, { mapped: request.mapping !== null })]);
        }
        return results;
      })
      .then((results) => {
        for (const [name, result] of results) written[name] = plus(written[name] ?? NOTHING, result);
      });

  try {
    for await (const outcome of reading) {
      if ('reject' in outcome) await rejects.write(outcome.reject);
      else for (const record of outcome.records) batch.push(record as { record: string });
      if (batch.length < BATCH) continue;
      await writing;
      writing = writeBatch(batch);
      batch = [];
      request.onProgress?.(reading.progress);
    }
    await writing;
    if (batch.length > 0) await writeBatch(batch);
  } finally {
    await writing.catch(() => {});
    await rejects.close();
  }
  for (const channel of Object.values(CHANGES)) await database.run({ text: `select pg_notify('${channel}', 'import')` });
  request.onProgress?.(reading.progress);
  return { progress: reading.progress, written };
}

function openRejects(path: string | null): { write(reject: Reject): Promise<void>; close(): Promise<void> } {
  if (path === null) return { write: async () => {}, close: async () => {} };
  const stream = createWriteStream(path);
  return {
    async write(reject) {
      if (!stream.write(`${JSON.stringify(reject)}\n`)) await once(stream, 'drain');
    },
    async close() {
      stream.end();
      await once(stream, 'finish');
    },
  };
}
