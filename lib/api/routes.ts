import type { AnyOperation } from '#/lib/api/operations/operation.ts';
import { AppError } from '#/lib/core/errors.ts';

type Route = { pattern: RegExp; method: string };

/** The methods that a path supports, as `Allow` lists them (RFC 9110, section 10.2.1); null for an unknown path. */
export type AllowedMethods = (path: string) => string | null;

/** `further` are routes that are not in the list. */
export function allowedMethods(
  base: string,
  operations: readonly AnyOperation[],
  further: readonly { method: 'GET' | 'POST'; path: string }[],
): AllowedMethods {
  const routes: Route[] = [
    ...operations.map(({ method, path }) => ({ method: method.toUpperCase(), pattern: patternOf(base + path) })),
    ...further.map(({ method, path }) => ({ method, pattern: patternOf(base + path) })),
  ];
  return (path) => {
    const methods = new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    if (methods.size === 0) return null;
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods.add('OPTIONS')].join(', ');
  };
}

export function noSuchEndpoint(method: string, path: string, base: string): AppError {
  return new AppError('path_not_found', {
    detail: `There is no ${method} ${path}. See ${base}/openapi.json for all operations.`,
  });
}

export function methodNotAllowed(method: string, path: string, allow: string): AppError {
  return new AppError('method_not_allowed', {
    detail: `${path} does not support ${method}. It supports ${allow}.`,
    headers: { Allow: allow },
  });
}

export function upgradeRequired(further: Record<string, string> = {}): AppError {
  return new AppError('upgrade_required', {
    headers: { Upgrade: 'websocket', Connection: 'Upgrade', ...further },
  });
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
