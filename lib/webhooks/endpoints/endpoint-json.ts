import type { Endpoint, EndpointHealth } from '#/lib/webhooks/endpoints/endpoint.ts';
import type { EndpointJson, EndpointWithHealthJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';

/** An endpoint as the API and the feed show it. */
export function endpointJson(endpoint: Endpoint): EndpointJson {
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    event_types: endpoint.eventTypes,
    format: endpoint.format,
    enabled: endpoint.disabledAt === null,
    disabled_at: endpoint.disabledAt?.toISOString() ?? null,
    disabled_reason: endpoint.disabledReason,
    failing_since: endpoint.failingSince?.toISOString() ?? null,
    created_by: endpoint.createdBy,
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
    version: endpoint.version,
  };
}

export function endpointWithHealthJson(endpoint: Endpoint, health: EndpointHealth): EndpointWithHealthJson {
  return { ...endpointJson(endpoint), last_24h: health };
}
