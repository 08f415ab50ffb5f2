import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import type { Provider } from '#/lib/tracking/ticket-sources/ticket-source.ts';

/** What the provider must be told. */
export type ConnectedSource = { provider: Provider; url: string; secret: string };

/** What is done to ticket sources, for the workspace that the page shows. */
export type TicketSourceActions = {
  create: (form: FormData) => Promise<FormOutcome<ConnectedSource>>;
  edit: (form: FormData) => Promise<FormOutcome>;
  remove: (id: string) => Promise<FormOutcome>;
  setWorklogs: (form: FormData) => Promise<FormOutcome>;
};
