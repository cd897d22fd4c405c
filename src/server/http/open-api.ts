/**
 * Serves the OpenAPI document at `/api/openapi.json` and its documentation page at `/api/docs`. Both are generated from the endpoints'
 * schemas [API-1, API-2] and include the endpoints of pages [API-74].
 */
import swagger, { type SwaggerTransform } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { BEARER_SCHEME } from '#lib/http/describe-call.ts';
import { SHOP_NAME } from '#lib/shop-identity.ts';

/** Adds what zod schemas cannot express: headers that are documented but not validated, and 204 responses without a body. */
export const transform: SwaggerTransform = (document) => {
  const { schema, url } = jsonSchemaTransform(document);
  // Routes of pages and files have no schema.
  if (!schema) return { schema, url };
  const headers = document.route.config?.documentedHeaders ?? {};
  const responses = schema.response as Record<string, { description?: string }> | undefined;
  return {
    url,
    schema: {
      ...schema,
      ...(Object.keys(headers).length > 0 && { headers: { type: 'object', properties: headers } }),
      ...(responses?.['204'] && { response: { ...responses, 204: { type: 'null', description: responses['204'].description } } }),
    },
  };
};

/** Registers the OpenAPI document and its documentation page. */
export async function openApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: SHOP_NAME, version: '1', description: 'Every call of the shop. Errors answer {status, title, code}.' },
      components: {
        securitySchemes: {
          [BEARER_SCHEME]: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The access token of a signed-in customer.',
          },
        },
      },
    },
    transform,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs' });
  app.get('/api/openapi.json', { schema: { hide: true } }, async (request) => {
    const document = app.swagger();
    return { ...document, info: { ...document.info, title: app.shopNameFor?.(request) ?? SHOP_NAME } };
  });
}
