import { brokerTarget } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { type BrokerAddress, brokerUrl, parseBrokerAddress } from '#/lib/alarms/alarms/broker-address.ts';
import { findBrokerTargets } from '#/lib/alarms/alarms/broker-targets-query.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { invalidField, rejectUrl } from '#/lib/webhooks/endpoints/endpoint-errors.ts';
import type { CreateEndpointInput } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';

type Input = Pick<CreateEndpointInput, 'url' | 'broker' | 'target'>;

/**
 * The URL in an endpoint's row: the one that is called, or `broker://<id>/<target>`. A target alone belongs to the
 * broker in the endpoint's `current` URL. Null when the input sets none of these.
 * @throws AppError 400 for a URL that may not be called, a target that no broker takes, and for a broker of another
 * workspace
 */
export async function endpointUrlOf(
  { tx, actor }: TxCtx,
  input: Input,
  current: string | null = null,
): Promise<string | null> {
  const { url, target } = input;
  if (url !== undefined && input.broker !== undefined) throw invalidField('/broker', 'can’t be combined with url');
  const given = givenAddress(input);
  const currentAddress = url === undefined && target !== undefined ? parseBrokerAddress(current) : null;
  const broker = input.broker ?? given?.brokerId ?? currentAddress?.brokerId;
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

/** The broker and target that the URL names; null where it names none. */
function givenAddress({ url, target }: Input): BrokerAddress | null {
  const given = parseBrokerAddress(url ?? null);
  if (!given) return null;
  if (target !== undefined) throw invalidField('/target', 'can’t be combined with a url that names a target');
  const parsed = brokerTarget.safeParse(given.target);
  if (parsed.success) return { ...given, target: parsed.data };
  const [why] = parsed.error.issues.map(({ message }) => message);
  throw invalidField('/url', `names a target that no broker takes: ${why}`);
}
