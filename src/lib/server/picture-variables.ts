/** Variables of the storage of pictures, and of a CDN in front of them. */
import { z } from 'zod';
import { boolean, type Variable } from './variable-schemas.ts';

export const PICTURE_VARIABLES = {
  PICTURE_STORAGE: {
    schema: z.string().regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]*)?$/),
    default: undefined,
    allowed: 's3://bucket/prefix',
    description:
      'S3-compatible storage for the files of pictures, which are in the database otherwise. Region, endpoint and keys are those of BACKUP_TARGET. Workers move new files there.',
  },
  PICTURE_STORAGE_WRITES: {
    schema: boolean,
    default: 'yes',
    allowed: 'yes or no',
    description: 'Whether files are moved to PICTURE_STORAGE. `no` while they move back to the database.',
  },
  CACHE_KEY_HEADER: {
    schema: z.enum(['surrogate-key', 'cache-tag', 'edge-cache-tag']),
    default: 'surrogate-key',
    allowed: 'one of surrogate-key, cache-tag, edge-cache-tag',
    description:
      'Header with the keys by which a CDN drops responses. Fastly reads the first, Cloudflare and CloudFront the second, Akamai the third.',
  },
} as const satisfies Record<string, Variable>;
