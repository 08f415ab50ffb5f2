import type { BrokerError } from '#/lib/bridge/adapters/broker-connection.ts';

/** The result, or the error of `late` once it takes too long or is no longer waited for. What was sent stays sent. */
export async function withinTime<T>(promise: Promise<T>, signal: AbortSignal, late: () => BrokerError): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(late());
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
