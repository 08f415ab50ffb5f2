/** What can be done about an endpoint from its row. */
export type EndpointDeed = 'open' | 'edit' | 'enable' | 'disable' | 'delete';

export const DEED_WORDS: Record<EndpointDeed, string> = {
  open: 'Open',
  edit: 'Edit…',
  enable: 'Enable',
  disable: 'Disable',
  delete: 'Delete…',
};

export function deedsOf({ enabled }: { enabled: boolean }): EndpointDeed[] {
  return ['open', 'edit', enabled ? 'disable' : 'enable', 'delete'];
}
