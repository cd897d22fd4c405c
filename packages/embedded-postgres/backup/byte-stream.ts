import { Readable } from 'node:stream';

async function* onlyBytes(source: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) if (chunk instanceof Uint8Array) yield chunk;
}

/** Returns the bytes of a stream of another library as a stream of Node. Errors reach whoever reads it. */
export const byteStream = (source: AsyncIterable<unknown>): Readable => Readable.from(onlyBytes(source), { objectMode: false });

/** Returns a stream whose failures are explained. @param explain returns the error that the reader gets */
export const explainedStream = (source: Readable, explain: (error: unknown) => unknown): Readable =>
  Readable.from(
    (async function* () {
      try {
        yield* onlyBytes(source);
      } catch (error) {
        throw explain(error);
      }
    })(),
    { objectMode: false },
  );

interface Sink {
  readonly destroyed: boolean;
  write(chunk: Buffer): boolean;
  end(last: null): void;
  once(event: 'drain' | 'close', listener: () => void): unknown;
  off(event: 'drain' | 'close', listener: () => void): unknown;
}

/** Writes everything to a stream of another library, as fast as it takes it, and ends it. @throws Error if it was closed early */
export async function writeAll(source: AsyncIterable<Buffer>, sink: Sink): Promise<void> {
  for await (const chunk of source) if (!sink.write(chunk)) await drained(sink);
  sink.end(null);
}

const drained = (sink: Sink): Promise<void> =>
  new Promise((resolve, reject) => {
    if (sink.destroyed) return reject(new Error('The stream was closed.'));
    const onDrain = (): void => {
      sink.off('close', onClose);
      resolve();
    };
    const onClose = (): void => {
      sink.off('drain', onDrain);
      reject(new Error('The stream was closed.'));
    };
    sink.once('drain', onDrain);
    sink.once('close', onClose);
  });
