/** Files of pictures in a bucket of S3-compatible storage. */
import type { S3Client } from '@aws-sdk/client-s3';
import type { Config } from '#lib/server/config.ts';
import { createS3Client, statusOfS3Error } from '#packages/object-storage/s3-client.ts';
import { PICTURE_CACHE_CONTROL, PICTURE_TYPES, type PictureFileName, type PictureStorage, PictureStorageError } from './picture-storage.ts';

/** For reads, which shoppers wait for: a storage that hangs must answer before a proxy gives up. */
const REQUEST_LIMITS = { connectTimeoutMs: 2_000, idleTimeoutMs: 4_000, maxAttempts: 2 };

/** Amazon answers 403 for a file that does not exist, unless the keys may list the bucket. */
const ABOUT_RIGHTS = ' The keys are refused or lack a right. Without s3:ListBucket a file that is lost gets the same answer.';

/**
 * Opens the storage of an address. Nothing is loaded or connected before the first call.
 * @param address `s3://bucket/prefix`
 */
function openS3PictureStorage(address: string): PictureStorage {
  const [bucket = '', ...folders] = address.slice('s3://'.length).split('/').filter(Boolean);
  const keyOf = ({ id, width, format }: PictureFileName): string => [...folders, id, `${width}.${format}`].join('/');
  const clients: { background?: Promise<S3Client>; request?: Promise<S3Client> } = {};
  async function guarded<T>(
    work: (client: S3Client, library: typeof import('@aws-sdk/client-s3')) => Promise<T>,
    client: keyof typeof clients = 'request',
  ): Promise<T> {
    try {
      const opened = clients[client] ?? createS3Client(client === 'request' ? REQUEST_LIMITS : {});
      clients[client] = opened;
      return await work(await opened, await import('@aws-sdk/client-s3'));
    } catch (error) {
      const reason = error instanceof Error ? error.message || error.name : String(error);
      const advice = statusOfS3Error(error) === 403 ? ABOUT_RIGHTS : '';
      throw new PictureStorageError(`The picture storage ${address} can’t be used: ${reason}.${advice}`, { cause: error });
    }
  }
  return {
    location: address,
    create: () =>
      guarded(async (client, { CreateBucketCommand, HeadBucketCommand }) => {
        try {
          await client.send(new HeadBucketCommand({ Bucket: bucket }));
          return false;
        } catch (error) {
          if (statusOfS3Error(error) !== 404) throw error;
        }
        await client.send(new CreateBucketCommand({ Bucket: bucket }));
        return true;
      }, 'background'),
    put: (name, bytes) =>
      guarded(async (client, { PutObjectCommand }) => {
        const file = { Bucket: bucket, Key: keyOf(name), Body: bytes };
        await client.send(new PutObjectCommand({ ...file, ContentType: PICTURE_TYPES[name.format], CacheControl: PICTURE_CACHE_CONTROL }));
      }, 'background'),
    get: (name) =>
      guarded(async (client, { GetObjectCommand }) => {
        try {
          const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(name) }));
          return Body === undefined ? null : Buffer.from(await Body.transformToByteArray());
        } catch (error) {
          if (statusOfS3Error(error) === 404) return null;
          throw error;
        }
      }),
    has: (name) =>
      guarded(async (client, { HeadObjectCommand }) => {
        try {
          await client.send(new HeadObjectCommand({ Bucket: bucket, Key: keyOf(name) }));
          return true;
        } catch (error) {
          if (statusOfS3Error(error) === 404) return false;
          throw error;
        }
      }),
    remove: (name) =>
      guarded(async (client, { DeleteObjectCommand }) => {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) }));
      }),
  };
}

/** Returns the storage that PICTURE_STORAGE names; null if pictures are in the database. */
export const pictureStorageOf = ({ PICTURE_STORAGE: address }: Pick<Config, 'PICTURE_STORAGE'>): PictureStorage | null =>
  address === undefined ? null : openS3PictureStorage(address);
