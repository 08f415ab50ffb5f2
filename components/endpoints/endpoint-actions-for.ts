/** The actions on an endpoint from its row. */
export type EndpointAction = 'open' | 'edit' | 'enable' | 'disable' | 'delete';

export const ACTION_LABELS: Record<EndpointAction, string> = {
  open: 'Open',
  edit: 'Edit…',
  enable: 'Enable',
  disable: 'Disable',
  delete: 'Delete…',
};

export function endpointActionsFor({ enabled }: { enabled: boolean }): EndpointAction[] {
  return ['open', 'edit', enabled ? 'disable' : 'enable', 'delete'];
}
