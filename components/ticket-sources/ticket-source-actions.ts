import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import type { Provider } from '#/lib/tracking/ticket-sources/ticket-source.ts';

/** The values to enter at the provider. */
export type ConnectedSource = { provider: Provider; url: string; secret: string };

/** Actions on ticket sources, for the workspace of the page. */
export type TicketSourceActions = {
  create: (form: FormData) => Promise<FormOutcome<ConnectedSource>>;
  edit: (form: FormData) => Promise<FormOutcome>;
  remove: (id: string) => Promise<FormOutcome>;
  setWorklogs: (form: FormData) => Promise<FormOutcome>;
};
