import type { S3Client } from '@aws-sdk/client-s3';

export interface S3ClientOptions {
  readonly connectTimeoutMs: number;
  /** Time in ms without a byte in either direction after which an attempt has failed. A slow upload goes on for as long as it takes. */
  readonly idleTimeoutMs: number;
  readonly maxAttempts: number;
}

/** For jobs and commands, which nobody waits for. */
const BACKGROUND: S3ClientOptions = { connectTimeoutMs: 10_000, idleTimeoutMs: 60_000, maxAttempts: 3 };

/**
 * Creates a client of an S3-compatible storage. It reads region, endpoint and credentials from the usual variables (`AWS_REGION`,
 * `AWS_ENDPOINT_URL_S3`, `AWS_ACCESS_KEY_ID`, …) or from the machine. The library is loaded by the first call. A storage that accepts a
 * request and never answers is an error after the last attempt.
 */
export async function createS3Client(options: Partial<S3ClientOptions> = {}): Promise<S3Client> {
  const { connectTimeoutMs, idleTimeoutMs, maxAttempts } = { ...BACKGROUND, ...options };
  const { S3Client: Client } = await import('@aws-sdk/client-s3');
  return new Client({
    region: process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'us-east-1',
    // Storages other than Amazon’s rarely have a host per bucket.
    forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL),
    // Checksums in trailers are unknown to many compatible storages.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    requestHandler: { connectionTimeout: connectTimeoutMs, socketTimeout: idleTimeoutMs },
  });
}

/** Returns the HTTP status of an error of the client, if it got a response. */
export function statusOfS3Error(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  const { $metadata: metadata } = error;
  const status = typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata ? metadata.httpStatusCode : undefined;
  return typeof status === 'number' ? status : undefined;
}
