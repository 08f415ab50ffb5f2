import type { EditReceiverInput, ReceiverJson } from '#/lib/alarms/receivers/receiver-schemas.ts';
import type { EndpointWithHealthJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';

/** The target of a row, as in `POST /receivers`. */
export type RowTarget = { origin?: string; endpoint_id?: string };
/** A target of alarms; `receiver` once it has been paused or limited. */
export type ReceiverRow = {
  key: string;
  kind: 'workspace' | 'endpoint' | 'origin';
  name: string;
  target: RowTarget;
  receiver: ReceiverJson | null;
  /** For an endpoint whose webhooks the person may see. */
  endpoint: EndpointWithHealthJson | null;
};

/** A change without a response yet. */
export type PendingChange = { target: RowTarget; change: EditReceiverInput };

type Parts = {
  receivers: readonly ReceiverJson[];
  endpoints: readonly EndpointWithHealthJson[];
  /** That alarms and schedules call. */
  origins: readonly string[];
};

/** The key of a row, with a receiver or without. */
export function targetKey({ origin, endpoint_id }: RowTarget | ReceiverJson): string {
  return endpoint_id ?? origin ?? 'workspace';
}

/** The receiver of a target, if it has been paused or limited. */
export function receiverOf(receivers: readonly ReceiverJson[], target: RowTarget): ReceiverJson | null {
  return receivers.find((one) => targetKey(one) === targetKey(target)) ?? null;
}

/** Receivers as known to the server, with changes in flight applied. */
export function withPending(receivers: readonly ReceiverJson[], pending: readonly PendingChange[]): ReceiverJson[] {
  const shown = new Map(receivers.map((one) => [targetKey(one), one]));
  for (const { target, change } of pending) {
    const before = shown.get(targetKey(target)) ?? { ...DEFAULT_RECEIVER, ...target };
    shown.set(targetKey(target), { ...before, ...definedOf(change) });
  }
  return [...shown.values()];
}

const DEFAULT_RECEIVER: ReceiverJson = {
  id: '',
  origin: null,
  endpoint_id: null,
  paused: false,
  paused_at: null,
  max_per_second: null,
  max_concurrency: null,
  waiting_count: 0,
  in_flight_count: 0,
  created_at: '',
  updated_at: '',
  version: 0,
};

type Settings = Partial<Pick<ReceiverJson, 'paused' | 'max_per_second' | 'max_concurrency'>>;

function definedOf(change: EditReceiverInput): Settings {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** Everything that can be paused: the workspace, its endpoints, and origins, with a receiver or without. */
export function receiverRows({ receivers, endpoints, origins }: Parts): ReceiverRow[] {
  return [
    workspaceRow(receiverOf(receivers, {})),
    ...endpointRows(receivers, endpoints),
    ...originRows(receivers, origins),
  ];
}

function workspaceRow(receiver: ReceiverJson | null): ReceiverRow {
  return { key: 'workspace', kind: 'workspace', name: 'Whole workspace', target: {}, receiver, endpoint: null };
}

function endpointRows(receivers: Parts['receivers'], endpoints: Parts['endpoints']): ReceiverRow[] {
  const known = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  const limited = receivers.flatMap(({ endpoint_id }) => endpoint_id ?? []);
  const ids = [...new Set([...known.keys(), ...limited])];
  return ids.map((id) => {
    const endpoint = known.get(id) ?? null;
    const receiver = receiverOf(receivers, { endpoint_id: id });
    const name = endpoint?.url ?? `Webhook ${id}`;
    return { key: id, kind: 'endpoint', name, target: { endpoint_id: id }, receiver, endpoint };
  });
}

function originRows(receivers: Parts['receivers'], used: readonly string[]): ReceiverRow[] {
  const limited = receivers.flatMap(({ origin }) => origin ?? []);
  const origins = [...new Set([...limited, ...used])].toSorted();
  return origins.map((origin) => {
    const receiver = receiverOf(receivers, { origin });
    return { key: origin, kind: 'origin', name: origin, target: { origin }, receiver, endpoint: null };
  });
}

/** The origins of URLs, each once; invalid URLs have none. */
export function originsOf(urls: readonly (string | null)[]): string[] {
  const origins = urls.flatMap((url) => (url !== null && URL.canParse(url) ? new URL(url).origin : []));
  return [...new Set(origins)].toSorted();
}

/** State of a receiver: `draining` while waiting alarms are sent after its limits were removed. */
export type ReceiverState = 'open' | 'paused' | 'limited' | 'draining';

/** The state of a row's receiver. */
export function receiverState(receiver: ReceiverJson | null): ReceiverState {
  if (!receiver) return 'open';
  if (receiver.paused) return 'paused';
  if (receiver.max_per_second !== null || receiver.max_concurrency !== null) return 'limited';
  return receiver.waiting_count > 0 ? 'draining' : 'open';
}
