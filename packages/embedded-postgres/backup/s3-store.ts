import { Readable } from 'node:stream';
import { BackupError } from './backup-error.ts';
import type { BackupStore } from './backup-store.ts';

/** Size in bytes of the parts of a large object. A backup has at most 10,000 parts, 320 GB. */
const PART_BYTES = 32 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 120_000;

const statusOf = (error: unknown): number | undefined => {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  const { $metadata: metadata } = error;
  const status = typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata ? metadata.httpStatusCode : undefined;
  return typeof status === 'number' ? status : undefined;
};

/**
 * Stores backups in a bucket of an S3-compatible storage. The official client reads region, endpoint and credentials from the usual
 * variables (`AWS_REGION`, `AWS_ENDPOINT_URL_S3`, `AWS_ACCESS_KEY_ID`, …) or from the machine, and is loaded by the first call.
 * @param prefix without slashes at its ends; may be empty
 */
export async function openS3Store(bucket: string, prefix: string): Promise<BackupStore> {
  const [{ DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand, paginateListObjectsV2, S3Client }, { Upload }] =
    await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const client = new S3Client({
    region: process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'us-east-1',
    // Storages other than Amazon’s rarely have a host per bucket.
    forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL),
    // Checksums in trailers are unknown to many compatible storages. Contents are authenticated by their encryption.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
  });
  const location = `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
  const keyOf = (name: string): string => (prefix === '' ? name : `${prefix}/${name}`);
  const guarded = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (error instanceof BackupError) throw error;
      const reason = error instanceof Error ? error.message || error.name : String(error);
      throw new BackupError('unreachable', `The backup storage ${location} can’t be used: ${reason}.`, { cause: error });
    });
  const exists = async (name: string): Promise<boolean> => {
    try {
      await client.send(new HeadObjectCommand({ Bucket: bucket, Key: keyOf(name) }));
      return true;
    } catch (error) {
      if (statusOf(error) === 404) return false;
      throw error;
    }
  };
  return {
    location,
    put: async (name, content) => {
      let failure: Error | undefined;
      content.on('error', (error) => {
        failure = error;
      });
      const upload = new Upload({
        client,
        params: { Bucket: bucket, Key: keyOf(name), Body: content },
        partSize: PART_BYTES,
        queueSize: 1,
      });
      await guarded(
        upload.done().catch((error: unknown) => {
          throw failure ?? error;
        }),
      );
    },
    putIfAbsent: (name, content) =>
      guarded(
        (async () => {
          if (await exists(name)) return false;
          try {
            await client.send(new PutObjectCommand({ Bucket: bucket, Key: keyOf(name), Body: content, IfNoneMatch: '*' }));
            return true;
          } catch (error) {
            if (statusOf(error) === 412) return false;
            throw error;
          }
        })(),
      ),
    get: (name) =>
      guarded(
        (async () => {
          try {
            const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(name) }));
            return Body instanceof Readable ? Body : null;
          } catch (error) {
            if (statusOf(error) === 404) return null;
            throw error;
          }
        })(),
      ),
    list: (folder) =>
      guarded(
        (async () => {
          const names: string[] = [];
          const skipped = prefix === '' ? 0 : prefix.length + 1;
          for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: keyOf(folder) }))
            for (const { Key } of page.Contents ?? []) if (Key !== undefined) names.push(Key.slice(skipped));
          return names.toSorted();
        })(),
      ),
    remove: async (name) => {
      await guarded(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) })));
    },
  };
}
