/** Reads the interchange format: one JSON object per line, `record` is its kind [CAT-23]. */
import type { z } from 'zod';
import type { Reject, RowError, RowResult } from '#domains/catalogue/model/import/row-result.ts';
import { ImportFileError, openFile } from './open-file.ts';
import { type Counts, countReject } from './progress.ts';
import { readText } from './read-text.ts';
import { type TextLine, textLines } from './text-lines.ts';

/** Schemas of record kinds by the value of `record`. */
export type RecordSchemas = Readonly<Record<string, z.ZodType>>;
export type RecordOf<S extends RecordSchemas> = z.output<S[keyof S]>;

/** Maximum length of a line in characters. Pictures are separate files. */
export const MAX_LINE_LENGTH = 1024 * 1024;

/**
 * Reads files in order, line by line.
 * @param refusedKinds record kinds that this import must not contain, valid or not
 * @throws ImportFileError if the first line with text is not a JSON object, or if a line has one of the `refusedKinds`
 */
export async function* readOwnFormat<S extends RecordSchemas>(
  paths: readonly string[],
  schemas: S,
  counts: Counts,
  refusedKinds: ReadonlySet<string>,
): AsyncGenerator<RowResult<RecordOf<S>>> {
  const files = await Promise.all(paths.map((path) => openFile(path)));
  counts.bytesTotal += files.reduce((sum, file) => sum + file.size, 0);
  for (const file of files) {
    const lines = textLines(MAX_LINE_LENGTH);
    const pieces = readText(file, (bytes) => {
      counts.bytesRead += bytes;
    });
    let isFirst = true;
    let isTruncated: string | null = null;
    try {
      for (let next = await pieces.next(); ; next = await pieces.next()) {
        const ready = next.done === true ? lines.end() : lines.feed(next.value);
        if (next.done === true) isTruncated = next.value.truncationReason;
        for (const line of ready) {
          if ('text' in line && line.text.trim() === '') {
            counts.blankRows++;
            continue;
          }
          if (isFirst) rejectUnsupportedFormat(file.path, line);
          isFirst = false;
          counts.rows++;
          const read = isTruncated === null ? readLine(file.path, line, schemas, refusedKinds) : { error: cut(isTruncated) };
          isTruncated = null;
          yield toRowResult(read, file.path, line, counts);
        }
        if (next.done !== true) continue;
        for (const notice of next.value.notices) counts.notices.push(notice);
        if (isTruncated !== null) yield toRowResult({ error: cut(isTruncated) }, file.path, { line: 0, text: '' }, counts);
        break;
      }
    } finally {
      await pieces.return({ truncationReason: null, notices: [] });
    }
  }
}

const cut = (reason: string): RowError => ({ code: 'cut-short', column: '', reason });

function toRowResult<R>(read: { record: R } | { error: RowError }, file: string, at: TextLine, counts: Counts): RowResult<R> {
  const { line } = at;
  if ('record' in read) {
    counts.accepted++;
    return { file, line, records: [read.record], warnings: [] };
  }
  countReject(counts, read.error);
  return { file, line, reject: { file, line, raw: 'text' in at ? at.text : `${at.head}…`, ...read.error } satisfies Reject };
}

function readLine<S extends RecordSchemas>(
  path: string,
  line: TextLine,
  schemas: S,
  refusedKinds: ReadonlySet<string>,
): { record: RecordOf<S> } | { error: RowError } {
  if ('head' in line)
    return {
      error: { code: 'too-long', column: '', reason: `The line is longer than ${MAX_LINE_LENGTH.toLocaleString('en-AU')} characters.` },
    };
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch {
    return { error: { code: 'not-json', column: '', reason: 'The line is not a JSON object.' } };
  }
  const kind = typeof value === 'object' && value !== null && 'record' in value && typeof value.record === 'string' ? value.record : '';
  if (refusedKinds.has(kind)) {
    const accepted = Object.keys(schemas).filter((name) => !refusedKinds.has(name));
    throw new ImportFileError(
      path,
      `Line ${line.line} is a record of kind "${kind}". Here only these kinds are accepted: ${accepted.join(', ')}. Nothing was imported.`,
    );
  }
  const schema = Object.hasOwn(schemas, kind) ? schemas[kind] : undefined;
  if (schema === undefined) {
    const reason = kind === '' ? 'The line does not say which record it is.' : `There is no record kind "${kind}".`;
    return { error: { code: 'invalid-record', column: 'record', reason } };
  }
  const read = schema.safeParse(value);
  // Always the output of this schema, which the compiler cannot infer from the index.
  if (read.success) return { record: read.data as RecordOf<S> };
  const issue = read.error.issues[0];
  return {
    error: {
      code: 'invalid-record',
      column: issue?.path.join('.') ?? '',
      reason: `The ${kind} is not valid: ${issue?.message ?? 'unknown'}.`,
    },
  };
}

function rejectUnsupportedFormat(path: string, line: TextLine): void {
  const start = ('text' in line ? line.text : line.head).trimStart();
  if (start.startsWith('[')) throw new ImportFileError(path, 'It is a JSON array; the shop reads one JSON object per line.');
  if (!start.startsWith('{'))
    throw new ImportFileError(path, "It is not in the shop's own format of one JSON object per line; a CSV file needs a mapping.");
}
