/** Reads a file as text in chunks, with any supported compression and encoding. */
import { type DecodeReport, detectEncoding, textDecoder } from './decode-text.ts';
import { detectUnsupportedFormat, ImportFileError, type OpenedFile } from './open-file.ts';
import { readCorrectedRejects } from './read-corrected-rejects.ts';

export interface TextEnd {
  /** Why the file is truncated, as a sentence. Null if it is complete. */
  readonly truncationReason: string | null;
  readonly notices: readonly string[];
}

/**
 * Returns the text of a file with `\n` as line ending, or the rows of a rejects file.
 * @param onRead called with the number of bytes read from disk
 * @throws ImportFileError if it is not text
 */
export function readText(file: OpenedFile, onRead: (bytes: number) => void): AsyncGenerator<string, TextEnd> {
  return readCorrectedRejects(file.path, decodedText(file, onRead));
}

async function* decodedText(file: OpenedFile, onRead: (bytes: number) => void): AsyncGenerator<string, TextEnd> {
  const report: DecodeReport = { foreignBytes: 0, emptySigns: 0 };
  const chunks = file.chunks(onRead);
  let decoder: ReturnType<typeof textDecoder> | null = null;
  const notices: string[] = file.note === null ? [] : [file.note];
  try {
    for (;;) {
      const { value, done } = await chunks.next();
      if (done === true) {
        const rest = decoder?.end() ?? '';
        if (rest !== '') yield rest;
        if (report.foreignBytes > 0) notices.push(`${report.foreignBytes} bytes were not UTF-8 and were read as Windows-1252.`);
        if (report.emptySigns > 0) notices.push(`Invisible control characters were removed: ${report.emptySigns}.`);
        return { truncationReason: value.truncationReason, notices };
      }
      if (decoder === null) {
        const foreign = detectUnsupportedFormat(value);
        if (foreign !== null) throw new ImportFileError(file.path, foreign);
        const encoding = detectEncoding(value);
        if (encoding === null) throw new ImportFileError(file.path, 'It is not a text file.');
        if (encoding !== 'utf-8') notices.push(`It was read as ${encoding === 'utf-16le' ? 'UTF-16' : 'UTF-16 (big-endian)'}.`);
        decoder = textDecoder(encoding, report);
      }
      yield decoder.text(value);
    }
  } finally {
    await chunks.return({ truncationReason: null });
  }
}
