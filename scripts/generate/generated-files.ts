import { OPERATIONS } from '#/lib/api/app.ts';
import { openApiDocument } from '#/lib/api/openapi/openapi.ts';
import { clientTypes } from '#/scripts/generate/client-types.ts';
import { errorTable } from '#/scripts/generate/error-table.ts';
import { grpcCode } from '#/scripts/generate/grpc-code.ts';
import { permissionTable } from '#/scripts/generate/permission-table.ts';

/** The URL of `npm start` by default. */
const SERVER_URL = 'http://localhost:3000';

/** Files generated from the operations and from `proto/`, by path. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const document = openApiDocument(OPERATIONS, SERVER_URL);
  return {
    'docs/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'docs/errors.md': errorTable(),
    'docs/permissions.md': permissionTable(OPERATIONS),
    'packages/client/openapi.ts': await clientTypes(document),
    ...(await grpcCode()),
  };
}
