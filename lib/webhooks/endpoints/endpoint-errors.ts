import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import { AppError } from '#/lib/core/errors.ts';
import { urlProblem } from '#/lib/url-guard/url-guard.ts';
import type { Endpoint } from '#/lib/webhooks/endpoints/endpoint.ts';
import { endpointJson } from '#/lib/webhooks/endpoints/endpoint-json.ts';

/** @throws AppError 400 for a URL that may not be called */
export function rejectUrl(url: string): void {
  const detail = urlProblem(url, alarmSettings().allowed);
  if (detail !== null) throw invalidField('/url', detail);
}

/** 400 with a pointer to the field. */
export function invalidField(pointer: string, detail: string): AppError {
  return new AppError('input_invalid', { detail: `${pointer}: ${detail}`, fields: [{ pointer, detail }] });
}

export function endpointVersionMismatch(endpoint: Endpoint): AppError {
  return new AppError('endpoint_version_mismatch', {
    detail: `The endpoint has changed since you read it: it is at version ${endpoint.version}. Look at it, then try again.`,
    extra: { current: endpointJson(endpoint) },
  });
}

/** 409: nothing is sent to it until it is enabled. */
export function endpointDisabled(endpoint: Endpoint): AppError {
  return new AppError('endpoint_disabled', {
    detail: 'The endpoint is disabled. Enable it first, then resend.',
    extra: { current: endpointJson(endpoint) },
  });
}
