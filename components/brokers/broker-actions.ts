import type { BrokerTestJson } from '#/lib/bridge/brokers/broker-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';

/** Server actions on brokers, bound to the workspace that the page shows. */
export type BrokerActions = {
  create: (form: FormData) => Promise<FormOutcome>;
  edit: (form: FormData) => Promise<FormOutcome>;
  setPaused: (id: string, isPaused: boolean) => Promise<FormOutcome>;
  remove: (id: string) => Promise<FormOutcome>;
  test: (id: string) => Promise<FormOutcome<BrokerTestJson>>;
};
