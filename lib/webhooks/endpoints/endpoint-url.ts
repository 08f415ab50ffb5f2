import { brokerUrl, parseBrokerAddress } from '#/lib/alarms/alarms/broker-address.ts';
import { findBrokerTargets } from '#/lib/alarms/alarms/broker-targets-query.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { invalidField, rejectUrl } from '#/lib/webhooks/endpoints/endpoint-errors.ts';
import type { CreateEndpointInput } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';

type Input = Pick<CreateEndpointInput, 'url' | 'broker' | 'target'>;

/**
 * What an endpoint's row has for its URL: what is called, or `broker://<id>/<target>`. Null when the input says nothing
 * of it. @throws AppError 400 for a URL that may not be called, and for a broker that is none of the workspace's
 */
export async function endpointUrlOf({ tx, actor }: TxCtx, input: Input): Promise<string | null> {
  const { url, target } = input;
  const given = parseBrokerAddress(url ?? null);
  if (url !== undefined && input.broker !== undefined) throw invalidField('/broker', 'can’t be combined with url');
  const broker = input.broker ?? given?.brokerId;
  if (broker === undefined) {
    if (target !== undefined) throw invalidField('/target', 'needs a broker');
    if (url !== undefined) rejectUrl(url);
    return url ?? null;
  }
  const found = (await findBrokerTargets(tx, actor.workspaceId, [{ broker }])).get(broker);
  const pointer = given ? '/url' : '/broker';
  if (!found) throw invalidField(pointer, 'is no broker of this workspace. GET /brokers lists them');
  const to = target ?? given?.target ?? found.outputTarget;
  if (to === null) throw invalidField('/target', 'is required: the broker has no output_target');
  return brokerUrl({ brokerId: found.id, target: to });
}
