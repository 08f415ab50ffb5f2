import { create, type DescMessage, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { problemOf } from '#/lib/api/responses/problem.ts';
import { ERROR_CODES, type ErrorCode, isErrorCode } from '#/lib/core/error-codes.ts';
import { newId } from '#/lib/core/ids.ts';
import {
  BadRequestSchema,
  ErrorInfoSchema,
  BadRequest_FieldViolationSchema as FieldViolationSchema,
  ResourceInfoSchema,
  RetryInfoSchema,
} from '#/lib/grpc/generated/google/rpc/error_details_pb.ts';
import { AlarmSchema } from '#/lib/grpc/generated/timerservice/v1/alarms_pb.ts';
import { TimerSchema } from '#/lib/grpc/generated/timerservice/v1/timers_pb.ts';
import { fieldOf, toProtoNames } from '#/lib/grpc/proto-names.ts';
import { fromRest, type Json } from '#/lib/grpc/rest-json.ts';

type Status = (typeof ERROR_CODES)[ErrorCode]['status'];

/** The code of gRPC for each status of the REST API. */
const CODE_OF_STATUS: Readonly<Record<Status, Code>> = {
  400: Code.InvalidArgument,
  401: Code.Unauthenticated,
  403: Code.PermissionDenied,
  404: Code.NotFound,
  405: Code.Unimplemented,
  409: Code.FailedPrecondition,
  410: Code.FailedPrecondition,
  412: Code.Aborted,
  413: Code.InvalidArgument,
  415: Code.InvalidArgument,
  422: Code.InvalidArgument,
  426: Code.Unimplemented,
  429: Code.ResourceExhausted,
  500: Code.Internal,
  503: Code.Unavailable,
  504: Code.DeadlineExceeded,
};

/** Errors that gRPC distinguishes and that share one status in HTTP. */
const CODE_OF_ERROR: Partial<Record<ErrorCode, Code>> = {
  cursor_expired: Code.OutOfRange,
  external_id_taken: Code.AlreadyExists,
  query_too_slow: Code.ResourceExhausted,
  too_many_spans: Code.ResourceExhausted,
};

/** The code of gRPC for an error of the REST API. */
export function grpcCodeOf(code: ErrorCode): Code {
  return CODE_OF_ERROR[code] ?? CODE_OF_STATUS[ERROR_CODES[code].status];
}

const DOMAIN = 'timer-service';
/** Members of a problem document that have a place of their own. */
const PROBLEM_FIELDS = new Set(['type', 'title', 'status', 'code', 'detail', 'errors', 'request_id', 'current']);

/**
 * Errors are sent in headers, of which many clients accept 8 KB in total. The details, which repeat the message, are
 * sent as base64, which adds a third.
 */
const MAX_DETAIL_BYTES = 4 * 1024;
/** The limit of a message as sent, where a byte that is not printable ASCII takes three. */
const MAX_MESSAGE_BYTES = 1024;
const MAX_VIOLATION_BYTES = 2 * 1024;
const MAX_METADATA_LENGTH = 256;
/** Fields of an alarm that can be large, and are not needed to see what has changed. */
const LARGE_FIELDS = ['payload', 'body', 'body_base64', 'headers'];

type Detail = { desc: DescMessage; value: MessageInitShape<DescMessage> };

/** The request that was rejected: the id in it, and the kind of its message. */
type Rejected = { id?: string | undefined; input?: DescMessage };

/**
 * A problem document of the REST API as an error of gRPC: `ErrorInfo` always, `BadRequest` with the fields, `RetryInfo`
 * when to try again, `ResourceInfo` for what does not exist, and the current timer or alarm if the problem has one.
 * Details that do not fit in the headers of an error are left out.
 */
export function errorOfProblem(problem: Json, headers: Headers, { id, input }: Rejected = {}): ConnectError {
  const code = isErrorCode(problem.code as string) ? (problem.code as ErrorCode) : 'internal';
  const message = shortened(messageOf(problem, input));
  const details = fitting(MAX_DETAIL_BYTES - Buffer.byteLength(message), [
    detail(ErrorInfoSchema, { reason: code.toUpperCase(), domain: DOMAIN, metadata: metadataOf(problem) }),
    ...retryInfo(headers),
    ...resourceInfo(code, message, id),
    ...badRequest(problem, input),
    ...current(problem),
  ]);
  return new ConnectError(
    message,
    grpcCodeOf(code),
    undefined,
    details as ConstructorParameters<typeof ConnectError>[3],
  );
}

/** The text of a problem; a REST field at its beginning gets its name in the gRPC message instead. */
function messageOf({ detail: text, errors }: Json, input: DescMessage | undefined): string {
  const [first] = (errors ?? []) as { pointer: string }[];
  const detail = String(text);
  const prefix = first && [`${first.pointer}: `, 'The body: '].find((start) => detail.startsWith(start));
  if (!first || !prefix) return toProtoNames(detail, input);
  const name = fieldOf(first.pointer, input) || 'The message';
  return `${name}: ${toProtoNames(detail.slice(prefix.length), input)}`;
}

/** The same for an error that was thrown here. Unexpected ones are logged. */
export function errorOf(error: unknown, input?: DescMessage): ConnectError {
  if (error instanceof ConnectError) return error;
  const { headers, body } = problemOf(error, newId());
  return errorOfProblem(body, new Headers(headers), input && { input });
}

/** The error of a call that can be repeated soon, because this process is overloaded at the moment. */
export function tooBusy(message: string): ConnectError {
  return new ConnectError(message, Code.ResourceExhausted, undefined, [
    { desc: RetryInfoSchema, value: { retryDelay: { seconds: 1n } } },
  ]);
}

/** The beginning of a text that is too long for a header. It is percent-encoded, which half a surrogate pair can't be. */
function shortened(text: string): string {
  let bytes = 0;
  let short = '';
  for (const character of text.toWellFormed()) {
    bytes += /[\x20-\x7e]/.test(character) ? 1 : 3 * Buffer.byteLength(character);
    if (bytes > MAX_MESSAGE_BYTES) return `${short}…`;
    short += character;
  }
  return short;
}

/** As many details, in order, as fit into this many bytes. */
function fitting(most: number, details: Detail[]): Detail[] {
  let left = most;
  return details.filter(({ desc, value }) => {
    const bytes = toBinary(desc, create(desc, value)).byteLength;
    if (bytes > left) return false;
    left -= bytes;
    return true;
  });
}

function detail<Desc extends DescMessage>(desc: Desc, value: MessageInitShape<Desc>): Detail {
  return { desc, value: create(desc, value) as MessageInitShape<DescMessage> };
}

/** What programs may need: the code as in REST, the request, and single values such as `required_scope`. */
function metadataOf(problem: Json): Record<string, string> {
  const more = Object.entries(problem).filter(
    ([name, value]) => !PROBLEM_FIELDS.has(name) && typeof value !== 'object',
  );
  const { code, request_id, status } = problem;
  const metadata = { code, http_status: status, request_id, ...Object.fromEntries(more) };
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [name, String(value).slice(0, MAX_METADATA_LENGTH)]),
  );
}

function badRequest({ errors }: Json, input: DescMessage | undefined): Detail[] {
  const fields = (errors ?? []) as { pointer: string; detail: string }[];
  if (fields.length === 0) return [];
  const all = fields.map(({ pointer, detail: description }) =>
    detail(FieldViolationSchema, { field: fieldOf(pointer, input), description: toProtoNames(description, input) }),
  );
  const fieldViolations = fitting(MAX_VIOLATION_BYTES, all).map(({ value }) => value);
  return [detail(BadRequestSchema, { fieldViolations })];
}

function retryInfo(headers: Headers): Detail[] {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isInteger(seconds) ? [detail(RetryInfoSchema, { retryDelay: { seconds: BigInt(seconds) } })] : [];
}

function resourceInfo(code: ErrorCode, description: string, id = ''): Detail[] {
  const [, noun] = /^(\w+)_not_found$/.exec(code) ?? [];
  if (!noun || code === 'path_not_found') return [];
  return [detail(ResourceInfoSchema, { resourceType: `timer-service/${noun}`, resourceName: id, description })];
}

/** The timer or alarm that conflicts or has changed, without fields that may be large. */
function current({ code, current: shown }: Json): Detail[] {
  if (typeof shown !== 'object' || shown === null) return [];
  const desc = /^(?:alarm|external_id)_/.test(String(code)) ? AlarmSchema : TimerSchema;
  const small = Object.entries(shown).filter(([name]) => !LARGE_FIELDS.includes(name));
  return [{ desc, value: fromRest(desc, Object.fromEntries(small)) }];
}
