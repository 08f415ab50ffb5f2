import { z } from 'zod';
import type { ApiContext } from '#/lib/api/operations/operation.ts';
import { readBytes, readPath } from '#/lib/api/operations/read-input.ts';
import { receiveDelivery } from '#/lib/tracking/ticket-sources/receive-delivery.ts';
import { type DeliveryJson, deliveryResponse } from '#/lib/tracking/ticket-sources/ticket-source-schemas.ts';

/** A pull request with a long description and many labels is far smaller. */
const MAX_BODY = 2 * 1024 * 1024;
const params = z.strictObject({ id: z.uuid() });

/**
 * Handles a webhook of an issue tracker, whose signature covers the exact bytes, so the body is not parsed as an
 * operation's.
 * @throws AppError 400, 403, 404, 413
 */
export async function receiveTicketSourceDelivery(c: ApiContext): Promise<Response> {
  const { db, clock, requestId } = c.get('anonymous');
  const { id } = readPath(c.req, params);
  const body = new Uint8Array(await readBytes(c.req, MAX_BODY));
  const { outcome, ticket, now } = await receiveDelivery({ db, clock, requestId }, id, {
    headers: c.req.raw.headers,
    body,
  });
  const response: DeliveryJson = { delivery: { outcome, ticket }, server_time: now.toISOString() };
  return c.json(deliveryResponse.parse(response));
}
