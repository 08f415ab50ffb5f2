import { OPERATIONS } from '#/lib/api/app.ts';
import { acceptsIfMatch, acceptsIfNoneMatch } from '#/lib/api/operations/conditions.ts';
import { type AnyOperation, acceptsIdempotencyKey, usesReadPool } from '#/lib/api/operations/operation.ts';
import { ERROR_CODES } from '#/lib/core/error-codes.ts';

/** A well-formed id that does not exist. */
export const UNKNOWN_ID = '0190f5fe-7c00-7a00-8000-000000000001';

export type Route = {
  name: string;
  operationId: string;
  method: string;
  /** As in the operation: `/timers/{id}`. */
  pattern: string;
  permission: AnyOperation['permission'];
  /** Names of the parameters in the path. */
  names: string[];
  takesBody: boolean;
  /** Whether its reads may have their own connections. */
  usesReadPool: boolean;
  /** Whether a repeat can be recognized by its Idempotency-Key. */
  acceptsIdempotencyKey: boolean;
  acceptsIfNoneMatch: boolean;
  /** The error code for another version than that of `If-Match`; null if it accepts none. */
  versionCode: string | null;
  /** The path with these parameters; with unknown ids for missing ones. */
  path: (ids?: Record<string, string>) => string;
};

/** Every operation, as tests call it. */
export const ROUTES: Route[] = OPERATIONS.map((operation) => {
  const { operationId, method, path, permission } = operation;
  return {
    name: `${method.toUpperCase()} ${path}`,
    operationId,
    method: method.toUpperCase(),
    pattern: path,
    permission,
    names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    takesBody: operation.body !== undefined,
    acceptsIdempotencyKey: acceptsIdempotencyKey(operation),
    acceptsIfNoneMatch: acceptsIfNoneMatch(operation),
    versionCode: acceptsIfMatch(operation)
      ? (operation.problems?.find((code) => ERROR_CODES[code].status === 412) ?? 'undocumented')
      : null,
    usesReadPool: usesReadPool(operation),
    path: (ids = {}) => path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? UNKNOWN_ID),
  };
});
