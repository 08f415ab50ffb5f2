import type { HandlerContext } from '@connectrpc/connect';
import type { IdentifyByKey } from '#/lib/api/callers/identify.ts';
import { requestIdOf } from '#/lib/api/operations/request-id.ts';
import { problemOf } from '#/lib/api/responses/problem.ts';
import {
  type Caller,
  copyResponseHeaders,
  FORWARDED_FOR,
  IDENTIFIED_CALLER,
  unlessAborted,
} from '#/lib/grpc/call-operation.ts';
import { AlarmService } from '#/lib/grpc/generated/timerservice/v1/alarms_pb.ts';
import { TimerService } from '#/lib/grpc/generated/timerservice/v1/timers_pb.ts';
import { errorOfProblem } from '#/lib/grpc/grpc-errors.ts';
import { pathOf, type UnaryMethods } from '#/lib/grpc/grpc-routes.ts';

const WITH_KEY: ReadonlySet<string> = new Set([TimerService.typeName, AlarmService.typeName]);

/** A call whose message has not been read. */
export type Call = Pick<HandlerContext, 'method'> & Caller;

/**
 * Identifies the caller of a call, and checks what it may do, before its message is read, so that no one else can make
 * this process hold one. Health and reflection need no API key.
 * @throws ConnectError UNAUTHENTICATED, PERMISSION_DENIED, RESOURCE_EXHAUSTED, or the reason of the call's signal
 */
export async function identifyCaller(call: Call, methods: UnaryMethods, identify: IdentifyByKey): Promise<void> {
  const { method, signal, requestHeader, responseHeader, values } = call;
  if (!WITH_KEY.has(method.parent.typeName)) return;
  const requestId = requestIdOf(requestHeader.get('x-request-id') ?? undefined);
  responseHeader.set('x-request-id', requestId);
  // A cookie identifies no one here.
  const sent = new Map([
    ['authorization', requestHeader.get('authorization')],
    ['x-forwarded-for', values.get(FORWARDED_FOR)],
  ]);
  signal.throwIfAborted();
  const identifying = identify({
    headers: { get: (name) => sent.get(name) ?? null },
    permission: methods.get(pathOf(method))?.permission ?? null,
    setHeader: (name, value) => responseHeader.set(name, value),
  });
  try {
    values.set(IDENTIFIED_CALLER, { actor: await unlessAborted(signal, identifying), requestId });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const { headers, body } = problemOf(error, requestId);
    copyResponseHeaders(new Headers(headers), call);
    throw errorOfProblem(body, new Headers(headers));
  }
}
