import type { AttemptJson } from '#/lib/alarms/attempts/attempt-schemas.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

const NBSP = '\u00a0';

/** Reason phrases of RFC 9110 and RFC 6585, for statuses of receivers and the proxies before them. */
const STATUS_TEXTS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

type AttemptResult = Pick<AttemptJson, 'outcome' | 'status_code' | 'duration_ms'>;

/** The result of an attempt: "503 Service Unavailable", "No response within 15 s". */
export function formatAttemptResult({ outcome, status_code, duration_ms }: AttemptResult): string {
  switch (outcome) {
    case 'delivered':
      return status_code === null ? 'Published' : formatStatusCode(status_code);
    case 'responded':
      return status_code === null ? 'Responded' : formatStatusCode(status_code);
    case 'timeout':
      return `No response within ${Math.round(duration_ms / SECOND_MS)}${NBSP}s`;
    case 'connection_refused':
      return 'Connection refused';
    case 'connection_reset':
      return 'Connection closed early';
    case 'dns_failed':
      return 'Host not found';
    case 'tls_failed':
      return 'TLS connection failed';
    case 'blocked_address':
      return 'Address not allowed';
    case 'url_invalid':
      return 'Invalid URL';
    case 'protocol_error':
      return 'Not an HTTP response';
    case 'rejected':
      return 'Rejected by the broker';
    case 'stopped':
      return 'Interrupted when the service stopped';
  }
}

/** `404 Not Found`; only the number if it has no name. */
export function formatStatusCode(code: number): string {
  return [code, STATUS_TEXTS[code]].filter(Boolean).join(' ');
}
