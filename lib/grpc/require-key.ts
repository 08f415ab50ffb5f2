import type { HandlerContext } from '@connectrpc/connect';
import { AppError } from '#/lib/core/errors.ts';
import { AlarmService } from '#/lib/grpc/generated/timerservice/v1/alarms_pb.ts';
import { TimerService } from '#/lib/grpc/generated/timerservice/v1/timers_pb.ts';
import { errorOf } from '#/lib/grpc/grpc-errors.ts';

const WITH_KEY: ReadonlySet<string> = new Set([TimerService.typeName, AlarmService.typeName]);

/**
 * Rejects a call without anything like an API key before its message is read. Whether there is such a key, the operation
 * finds out. Health and reflection need none.
 * @throws ConnectError UNAUTHENTICATED
 */
export function requireKey({ service, requestHeader }: Pick<HandlerContext, 'service' | 'requestHeader'>): void {
  if (!WITH_KEY.has(service.typeName)) return;
  const authorization = requestHeader.get('authorization');
  if (authorization === null) throw errorOf(new AppError('unauthenticated'));
  if (!/^Bearer +\S+$/i.test(authorization.trim())) throw errorOf(new AppError('api_key_invalid'));
}
