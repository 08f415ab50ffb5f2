import { ComponentSchemas } from '#/lib/api/openapi/component-schemas.ts';
import { GUIDE } from '#/lib/api/openapi/guide.ts';
import { HEADERS } from '#/lib/api/openapi/headers.ts';
import { operationOf } from '#/lib/api/openapi/operation.ts';
import { SHARED_PARAMETERS } from '#/lib/api/openapi/parameters.ts';
import { sharedResponses } from '#/lib/api/openapi/problems.ts';
import { problemExamples, withResponseExamples } from '#/lib/api/openapi/response-examples.ts';
import { servicePaths } from '#/lib/api/openapi/service-paths.ts';
import { TAGS } from '#/lib/api/openapi/tags.ts';
import { WEBHOOK_PARAMETERS } from '#/lib/api/openapi/webhook-parameters.ts';
import { webhooksOf } from '#/lib/api/openapi/webhooks.ts';
import type { AnyOperation } from '#/lib/api/operations/operation.ts';
import { problemOut } from '#/lib/api/responses/problem.ts';

/** The OpenAPI 3.1 document of these operations, from the same objects that parse requests and build responses. */
export function openApiDocument(operations: readonly AnyOperation[], serverUrl: string) {
  const schemas = new ComponentSchemas();
  schemas.schemaOf(problemOut, 'output');
  const paths: Record<string, Record<string, object>> = {};
  const parts = { schemas, serverUrl, operations };
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationOf(operation, parts) };
  }
  return schemas.addTo({
    openapi: '3.1.0',
    info: {
      title: 'Timer Service',
      version: '1',
      summary: 'Timers measure time; alarms act when time is up.',
      description: GUIDE.replaceAll('$SERVER', serverUrl),
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    },
    servers: [{ url: `${serverUrl}/api/v1` }],
    security: [{ apiKey: [] }, { session: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: withResponseExamples({ ...paths, ...servicePaths(schemas, serverUrl) }),
    webhooks: webhooksOf(schemas),
    components: {
      parameters: { ...SHARED_PARAMETERS, ...WEBHOOK_PARAMETERS },
      headers: HEADERS,
      responses: sharedResponses(),
      examples: problemExamples(),
      securitySchemes: SECURITY_SCHEMES,
    },
  });
}

const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key from Settings, API keys. It acts for one member in one workspace, within its scopes.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'next-auth.session-token',
    description: 'The session of a signed-in browser. Writes need an Origin header of this site.',
  },
};
