import { Readable } from 'node:stream';
import { createS3Client, statusOfS3Error } from '#packages/object-storage/s3-client.ts';
import { BackupError } from './backup-error.ts';
import type { BackupStore } from './backup-store.ts';

/** Size in bytes of the parts of a large object. A backup has at most 10,000 parts, 320 GB. */
const PART_BYTES = 32 * 1024 * 1024;

/**
 * Stores backups in a bucket of an S3-compatible storage. Contents are authenticated by their encryption.
 * @param prefix without slashes at its ends; may be empty
 */
export async function openS3Store(bucket: string, prefix: string): Promise<BackupStore> {
  const [{ DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand, paginateListObjectsV2 }, { Upload }, client] =
    await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage'), createS3Client()]);
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
      if (statusOfS3Error(error) === 404) return false;
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
            if (statusOfS3Error(error) === 412) return false;
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
            if (statusOfS3Error(error) === 404) return null;
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
