import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { urlProblem } from '#/lib/url-guard/url-guard.ts';
import { WebhookSender } from '#/lib/webhooks/sending/send-webhook.ts';

type Request = { method: string; url: string; headers: Record<string, string>; body: string | null };
type Response =
  | { kind: 'response'; status: number; body: string | null; retryAfterMs: number | null }
  | { kind: 'no_response'; detail: string; wasSent: boolean };
type Calls = { send: (request: Request) => Promise<Response>; urlProblem: (url: string) => string | null };

/** A person may be waiting for the response. */
const TIMEOUT_MS = 15 * SECOND_MS;
const CONNECTIONS_PER_ORIGIN = 4;
const READ_BYTES = 4 * 1024 * 1024;

let shared: Calls | undefined;

/**
 * Requests to external services whose responses matter, such as trackers, guarded as webhooks are: private addresses
 * only where ALARM_ALLOWED_CIDRS lets webhooks go, redirects not followed, one timeout for everything, at most 4 MiB
 * read. They carry credentials, so https is required, except to an address that the operator has allowed.
 */
export function guardedCalls(): Calls {
  shared ??= callsWithin(TIMEOUT_MS);
  return shared;
}

/** As `guardedCalls`, with another limit for each request. */
export function callsWithin(timeoutMs: number): Calls {
  const { allowed } = alarmSettings();
  const sender = new WebhookSender({
    allowed,
    timeoutMs,
    connectionsPerOrigin: CONNECTIONS_PER_ORIGIN,
    readBytes: READ_BYTES,
  });
  return {
    urlProblem: (url) => urlProblem(url, allowed) ?? plainProblem(url),
    send: async (request) => {
      const result = await sender.send(request);
      if (result.kind === 'responded') {
        const { status, excerpt, retryAfterMs } = result;
        return { kind: 'response', status, body: excerpt, retryAfterMs };
      }
      return { kind: 'no_response', detail: result.detail, wasSent: result.sentAtMs !== null };
    },
  };
}

/** An address that webhooks may call only because the operator allows it may be called without TLS. */
function plainProblem(url: string): string | null {
  if (url.startsWith('https:') || urlProblem(url, []) !== null) return null;
  return 'The URL must begin with https://, since a token is sent to it.';
}
