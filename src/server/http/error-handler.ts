/**
 * Sends every error as `{status, title, code}` [API-7]: invalid input names its field, and server errors are logged without details in
 * the response.
 */
import type { FastifyInstance } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { PictureStorageError } from '#domains/catalogue/server/pictures/picture-storage.ts';
import { isDatabaseUnavailable } from '#lib/db/pool.ts';
import type { COMMON_ERRORS } from '#lib/define-contract.ts';
import { describeIssues } from '#lib/describe-issues.ts';
import { ApiError, RETRY_AFTER_SECONDS, toCommonError } from '#lib/http/api-error.ts';
import { sendError } from './send-refusal.ts';

/** Fastify's codes for requests that it cannot read, as errors of the API. */
const UNREADABLE: Readonly<Record<string, keyof typeof COMMON_ERRORS>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
};

/** Registers the error handler. Calls `report` for server errors, with method and route. */
export function registerErrorHandler(app: FastifyInstance, report: (error: unknown, action: string) => void): void {
  app.setErrorHandler((error, request, reply) => {
    if (hasZodFastifySchemaValidationErrors(error)) {
      const issues = error.validation.map((issue) => ({
        path: issue.instancePath.split('/').filter(Boolean),
        message: issue.message ?? '',
        ...issue.params,
        code: issue.keyword,
      }));
      return reply.code(400).send(toCommonError('invalid_input', { reason: describeIssues(issues) }));
    }
    const status =
      error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
        ? error.statusCode
        : 'status' in (error as object)
          ? Number((error as { status: unknown }).status)
          : 500;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (status === 429) return sendError(request, reply, toCommonError('rate_limited'));
    if (error instanceof ApiError && error.code === 'busy')
      return sendError(request, reply.header('retry-after', RETRY_AFTER_SECONDS), toCommonError('busy'));
    const known = UNREADABLE[code];
    if (known) {
      const body = toCommonError(known);
      return reply.code(body.status).send(body);
    }
    if (status >= 400 && status < 500) {
      const reason = error instanceof Error ? error.message : 'The request could not be read';
      return sendError(request, reply, { ...toCommonError('invalid_input', { reason }), status });
    }
    request.log.error({ err: error }, 'a request failed');
    // A failover takes half a minute, and every request in it fails for the same reason.
    if (isDatabaseUnavailable(error) || error instanceof PictureStorageError)
      return sendError(request, reply.header('retry-after', RETRY_AFTER_SECONDS), toCommonError('unavailable'));
    report(error, `${request.method} ${request.routeOptions.url ?? ''}`);
    return sendError(request, reply, toCommonError('internal'));
  });
}
