/** When a request is sent again. */
export type RetryOptions = {
  /** Maximum attempts, the first included. Default 4; 1 never retries. */
  attempts: number;
  /** With a longer `Retry-After` the error is thrown at once. Default 60 s. */
  maxWaitMs: number;
  /** How to wait, for tests. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Nothing was done. */
const RATE_LIMITED = 429;
/** Whether it was done is unknown: the database, or a proxy, may have failed afterwards. */
const UNAVAILABLE = 503;
/** Safe to retry when the outcome is unknown: it changes nothing, or its key makes it happen once. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const FIRST_WAIT_MS = 250;
const DEFAULTS: RetryOptions = { attempts: 4, maxWaitMs: 60_000, wait: waitFor };

/** Sends a request, and retries it as the service asks, or else with exponential backoff and jitter. */
export async function sendAgain(
  request: Request,
  send: (request: Request) => Promise<Response>,
  options: Partial<RetryOptions>,
): Promise<Response> {
  const { attempts, maxWaitMs, wait } = { ...DEFAULTS, ...options };
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt >= attempts;
    // A body can be read once only.
    const outcome = await outcomeOf(send(isLast ? request : request.clone()));
    if (isLast || !mayRepeat(request, outcome)) return settled(outcome);
    const ms = waitAfter(outcome, attempt);
    if (ms > maxWaitMs) return settled(outcome);
    if ('response' in outcome) await outcome.response.body?.cancel();
    await wait(ms, request.signal);
  }
}

type Outcome = { response: Response } | { error: unknown };

async function outcomeOf(response: Promise<Response>): Promise<Outcome> {
  try {
    return { response: await response };
  } catch (error) {
    return { error };
  }
}

function settled(outcome: Outcome): Response {
  if ('error' in outcome) throw outcome.error;
  return outcome.response;
}

function mayRepeat(request: Request, outcome: Outcome): boolean {
  const status = 'response' in outcome ? outcome.response.status : null;
  if (status === RATE_LIMITED) return true;
  if (status !== null && status !== UNAVAILABLE) return false;
  if (request.signal.aborted) return false;
  return SAFE.has(request.method) || request.headers.has('Idempotency-Key');
}

function waitAfter(outcome: Outcome, attempt: number): number {
  const header = 'response' in outcome ? outcome.response.headers.get('Retry-After') : null;
  const asked = header === null ? null : retryAfterMs(header);
  // Jitter, so that many clients do not retry at once.
  return asked ?? FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}

/** Seconds, or an HTTP date (RFC 9110, section 10.2.3). */
function retryAfterMs(header: string): number | null {
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}
