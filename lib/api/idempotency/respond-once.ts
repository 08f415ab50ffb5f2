import { createHash } from 'node:crypto';
import {
  claimKey,
  getStoredResponse,
  type KeyOwner,
  rollBackToSavepoint,
  type StoredResponse,
  setSavepoint,
  storeResponse,
} from '#/lib/api/idempotency/idempotency-store.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { DAY_MS, HOUR_MS } from '#/lib/core/duration.ts';
import { isTemporary } from '#/lib/core/error-codes.ts';
import { AppError, isAppError } from '#/lib/core/errors.ts';

const RETENTION_MS = DAY_MS;
/**
 * A client that repeats its request around the due time, to see whether the first came through, still gets the first
 * response.
 */
const RETENTION_AFTER_DUE_MS = HOUR_MS;
const MAX_KEY_LENGTH = 255;

/** `dueAt`: when the created thing is due. */
export type FirstResponse = StoredResponse & { dueAt?: Date };
export type OnceRequest = {
  key: string;
  method: string;
  path: string;
  body: string;
  /**
   * Throws where this request must not be handled. Called after the key is checked, which then stays free: a repeat is
   * no new request.
   */
  rejectHere: (ctx: TxCtx) => Promise<void>;
};

/**
 * Runs `work` once per key: claim, work and stored response commit together, so a crash leaves either all or nothing. A
 * repeat gets the first response, final errors included, marked `Idempotency-Replayed: true`, for 24 hours and, where
 * something is due later, until an hour after that. A temporary error (5xx, 429, an alarm that is being sent) frees the
 * key. A signed-in person gets the response in any workspace: leaving one switches them to another.
 * @throws AppError 422 when the key was used for another request, 400 for an invalid key
 */
export async function respondOnce(
  ctx: Ctx,
  request: OnceRequest,
  work: (ctx: TxCtx) => Promise<FirstResponse>,
  rejection: (error: AppError) => FirstResponse,
): Promise<StoredResponse> {
  rejectBadKey(request.key);
  const owner = { workspaceId: ctx.actor.workspaceId, senderId: senderOf(ctx), key: request.key };
  const hash = createHash('sha256').update(`${request.method} ${request.path}\n${request.body}`).digest();
  return transaction(ctx, async (tx) => {
    const now = await ctx.clock.now(tx.tx);
    const aDayOn = new Date(now.getTime() + RETENTION_MS);
    const isFirst = await claimKey(tx.tx, owner, { requestHash: hash, now, expiresAt: aDayOn });
    if (!isFirst) return sendAgain(tx, owner, hash);
    await request.rejectHere(tx);
    await setSavepoint(tx.tx);
    const { dueAt, ...response } = await work(tx).catch(async (error: unknown): Promise<FirstResponse> => {
      if (!isAppError(error) || !isFinal(error)) throw error;
      await rollBackToSavepoint(tx.tx);
      return rejection(error);
    });
    await storeResponse(tx.tx, owner, response, storedUntil(aDayOn, dueAt));
    return response;
  });
}

/** Whether a repeat can only get the same response: false when the caller should try again later. */
function isFinal({ code, headers }: AppError): boolean {
  return !isTemporary(code) && headers['Retry-After'] === undefined;
}

function storedUntil(aDayOn: Date, dueAt: Date | undefined): Date {
  return new Date(Math.max(aDayOn.getTime(), (dueAt?.getTime() ?? 0) + RETENTION_AFTER_DUE_MS));
}

async function sendAgain(ctx: TxCtx, owner: KeyOwner, hash: Buffer): Promise<StoredResponse> {
  const { requestHash, body, ...response } = await getStoredResponse(ctx.tx, owner);
  if (!hash.equals(requestHash)) throw reused('was used for another request', 'belongs to another request');
  // The operator has changed AUTH_SECRET since.
  if (body === null)
    throw reused('was used, and its response can’t be read anymore', 'has no response that can be sent again');
  return { ...response, body, headers: { ...response.headers, 'Idempotency-Replayed': 'true' } };
}

function reused(what: string, problem: string): AppError {
  return new AppError('idempotency_key_reused', {
    detail: `This Idempotency-Key ${what}. Use a new key for a new request.`,
    fields: [{ pointer: '#/header/Idempotency-Key', detail: problem }],
  });
}

function rejectBadKey(key: string): void {
  if (key.length <= MAX_KEY_LENGTH && /^[\x21-\x7e]+$/.test(key)) return;
  throw new AppError('idempotency_key_invalid', {
    detail: `An Idempotency-Key has 1 to ${MAX_KEY_LENGTH} visible ASCII characters, such as a UUID.`,
    fields: [{ pointer: '#/header/Idempotency-Key', detail: 'is not a valid key' }],
  });
}

function senderOf(ctx: Ctx): string {
  return ctx.actor.credential.kind === 'api_key' ? ctx.actor.credential.apiKeyId : ctx.actor.userId;
}
