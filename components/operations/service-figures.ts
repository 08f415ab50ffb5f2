import type { OperationsJson, ServiceJson } from '#/lib/analytics/minutes/operations-schemas.ts';

/** The whole service with what stands beside it in the answer: its window, the reader's own workspace, the server's time. */
export type ServiceFigures = Omit<OperationsJson, 'service'> & ServiceJson;

/** Null for who does not look after the service. */
export function serviceFigures({ service, ...rest }: OperationsJson): ServiceFigures | null {
  return service && { ...rest, ...service };
}
