import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import type { EndpointTestJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';

export type CreatedEndpoint = { url: string; secret: string };
export type Resent = { count: number; more: boolean };

/** The server actions of this section. */
export type EndpointActions = {
  create: (form: FormData) => Promise<FormOutcome<CreatedEndpoint>>;
  edit: (form: FormData) => Promise<FormOutcome>;
  toggle: (id: string, enabled: boolean) => Promise<FormOutcome<{ aborted: number }>>;
  remove: (id: string) => Promise<FormOutcome>;
  test: (id: string) => Promise<FormOutcome<EndpointTestJson>>;
  rotate: (id: string, overlap: string) => Promise<FormOutcome>;
  resend: (id: string, deliveryId: string) => Promise<FormOutcome>;
  resendFailed: (id: string, since: string, isDryRun: boolean) => Promise<FormOutcome<Resent>>;
};
