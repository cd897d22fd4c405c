import { Readable } from 'node:stream';
import { createS3Client, statusOfS3Error } from '#packages/object-storage/s3-client.ts';
import { BackupError } from './backup-error.ts';
import type { BackupStore } from './backup-store.ts';
import { explainedStream } from './byte-stream.ts';

/** Size in bytes of the parts of a large object. A backup has at most 10,000 parts, 320 GB. */
const PART_BYTES = 32 * 1024 * 1024;

/**
 * Stores backups in a bucket of an S3-compatible storage. Contents are authenticated by their encryption.
 * @param prefix without slashes at its ends; may be empty
 * @param idleTimeoutMs default: a minute
 */
export async function openS3Store(bucket: string, prefix: string, idleTimeoutMs?: number): Promise<BackupStore> {
  const [s3, { Upload }, client] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
    createS3Client(idleTimeoutMs === undefined ? {} : { idleTimeoutMs }),
  ]);
  const location = `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
  const keyOf = (name: string): string => (prefix === '' ? name : `${prefix}/${name}`);
  const explain = (error: unknown): BackupError => {
    if (error instanceof BackupError) return error;
    const reason = error instanceof Error ? error.message || error.name : String(error);
    return new BackupError('unreachable', `The backup storage ${location} can’t be used: ${reason}.`, { cause: error });
  };
  const guarded = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw explain(error);
    });
  const exists = async (name: string): Promise<boolean> => {
    try {
      await client.send(new s3.HeadObjectCommand({ Bucket: bucket, Key: keyOf(name) }));
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
            await client.send(new s3.PutObjectCommand({ Bucket: bucket, Key: keyOf(name), Body: content, IfNoneMatch: '*' }));
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
            const { Body } = await client.send(new s3.GetObjectCommand({ Bucket: bucket, Key: keyOf(name) }));
            return Body instanceof Readable ? explainedStream(Body, explain) : null;
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
          for await (const page of s3.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: keyOf(folder) }))
            for (const { Key } of page.Contents ?? []) if (Key !== undefined) names.push(Key.slice(skipped));
          return names.toSorted();
        })(),
      ),
    remove: async (name) => {
      await guarded(client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) })));
    },
    removeUnfinished: (folder, before) =>
      guarded(
        (async () => {
          const begun = await client
            .send(new s3.ListMultipartUploadsCommand({ Bucket: bucket, Prefix: keyOf(folder) }))
            .catch((error: unknown) => {
              // Some storages have no list of them. The bucket's own rule deletes them there.
              if ([403, 404, 405, 501].includes(statusOfS3Error(error) ?? 0)) return null;
              throw error;
            });
          for (const { Key, UploadId, Initiated } of begun?.Uploads ?? [])
            if (Key?.startsWith(keyOf(folder)) && Initiated !== undefined && Initiated < before)
              await client.send(new s3.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
        })(),
      ),
  };
}
