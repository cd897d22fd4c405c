/** Prepares the OpenAPI document of the office. It names the permission of each call as `x-permission`. */
import swagger, { type SwaggerTransform } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { BEARER_SCHEME } from '#lib/http/describe-call.ts';
import { transform } from '#server/http/open-api.ts';

const withPermission: SwaggerTransform = (document) => {
  const { schema, url } = transform(document);
  const endpoint: object | undefined = document.route.config?.endpoint;
  if (!schema || !endpoint || !('permission' in endpoint)) return { schema, url };
  return {
    url,
    schema: {
      ...schema,
      'x-permission': endpoint.permission,
      ...('stepUp' in endpoint && { 'x-step-up': endpoint.stepUp }),
    },
  };
};

/** Registers the document. Must run before the calls are registered. */
export async function officeOpenApi(office: FastifyInstance): Promise<void> {
  await office.register(swagger, {
    openapi: {
      info: {
        title: 'Cellardoor office',
        version: '1',
        description:
          'Every call of the office. Errors answer {status, title, code}. Browsers are signed in by a cookie, scripts by an API key.',
      },
      components: {
        securitySchemes: { [BEARER_SCHEME]: { type: 'http', scheme: 'bearer', description: 'An API key of a member of staff.' } },
      },
    },
    transform: withPermission,
  });
}
