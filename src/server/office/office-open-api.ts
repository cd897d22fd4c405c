/** Prepares the OpenAPI document of the office. It names the permission of each call as `x-permission`. */
import swagger, { type SwaggerTransform } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { BEARER_SCHEME } from '#lib/http/describe-call.ts';
import { SHOP_NAME } from '#lib/shop-identity.ts';
import { transform } from '#server/http/open-api.ts';
import { SESSION_COOKIE } from './office-context.ts';

/** Name of the security scheme of browsers. */
const SESSION_SCHEME = 'session';

/** Returns who may make a call: nobody in particular, sessions only, or API keys too. */
function securityOf(endpoint: object): { [scheme: string]: string[] }[] {
  if ('permission' in endpoint && endpoint.permission === 'public') return [];
  const isForSessions = 'sessionOnly' in endpoint || 'stepUp' in endpoint;
  return [{ [SESSION_SCHEME]: [] }, ...(isForSessions ? [] : [{ [BEARER_SCHEME]: [] }])];
}

const withPermission: SwaggerTransform = (document) => {
  const { schema, url } = transform(document);
  const endpoint: object | undefined = document.route.config?.endpoint;
  if (!schema || !endpoint || !('permission' in endpoint)) return { schema, url };
  return {
    url,
    schema: {
      ...schema,
      'x-permission': endpoint.permission,
      security: securityOf(endpoint),
      ...('stepUp' in endpoint && { 'x-step-up': endpoint.stepUp }),
    },
  };
};

/** Registers the document. Must run before the calls are registered. */
export async function officeOpenApi(office: FastifyInstance): Promise<void> {
  await office.register(swagger, {
    openapi: {
      info: {
        title: `${SHOP_NAME} office`,
        version: '1',
        description:
          'Every call of the office. Errors answer {status, title, code}. Browsers are signed in by a cookie, scripts by an API key.',
      },
      components: {
        securitySchemes: {
          [BEARER_SCHEME]: { type: 'http', scheme: 'bearer', description: 'An API key of a member of staff.' },
          [SESSION_SCHEME]: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'The session of a browser.' },
        },
      },
    },
    transform: withPermission,
  });
}
