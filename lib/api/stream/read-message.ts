import { inputInvalid } from '#/lib/api/responses/problem.ts';
import { AppError } from '#/lib/core/errors.ts';
import { type SocketInput, socketInput } from '#/lib/feed/subscription/stream-schemas.ts';

type Read = { message: SocketInput | null; ref: unknown; problem: AppError | null };

/** A client's message, or what is wrong with it. `ref` is returned as it was sent, if it could be read. */
export function readMessage(text: string | null): Read {
  const value = text === null ? undefined : parse(text);
  if (value === undefined) return { message: null, ref: undefined, problem: noJson() };
  const given = (value as { ref?: unknown } | null)?.ref;
  const ref = typeof given === 'string' || typeof given === 'number' ? given : undefined;
  const parsed = socketInput.safeParse(value);
  if (parsed.success) return { message: parsed.data, ref, problem: null };
  return { message: null, ref, problem: inputInvalid(parsed.error, '') };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function noJson(): AppError {
  return new AppError('json_malformed', { detail: 'Send each message as one JSON object, as text.' });
}
