import { MAX_RECEIVERS, type Receiver } from '#/lib/alarms/receivers/receiver.ts';
import { receiverFacts } from '#/lib/alarms/receivers/receiver-json.ts';
import { AppError } from '#/lib/core/errors.ts';

/** 409: there is one for the same origin, endpoint or workspace. */
export function receiverExists(receiver: Receiver): AppError {
  return new AppError('receiver_exists', {
    extra: { current: { ...receiverFacts(receiver), version: receiver.version } },
  });
}

export function tooManyReceivers(): AppError {
  return new AppError('too_many_receivers', {
    detail: `A workspace can have at most ${MAX_RECEIVERS} receivers, including deleted ones that alarms still wait for. Delete one that isn’t needed.`,
  });
}

export function receiverVersionMismatch(receiver: Receiver): AppError {
  return new AppError('receiver_version_mismatch', {
    detail: `The receiver has changed: it is at version ${receiver.version}. Reload it, then try again.`,
    extra: { current: { ...receiverFacts(receiver), version: receiver.version } },
  });
}

/** 400: alarms of a whole workspace go to many; a limit for all of them together is not offered. */
export function onlyPausable(pointer: string): AppError {
  return new AppError('input_invalid', {
    detail: `${pointer}: the whole workspace can be paused, not limited. Name an origin or an endpoint_id.`,
    fields: [{ pointer, detail: 'needs an origin or an endpoint_id' }],
  });
}
