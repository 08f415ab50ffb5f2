import type { IncomingMessage } from 'node:http';

/**
 * Brings a request's target into origin-form (RFC 9112, section 3.2.1). In absolute-form, which every server must
 * accept, the authority of the target is used instead of the Host field (section 3.2.2). Returns whether the target can
 * be routed: `*` can't, nor can an absolute target that is not a URL.
 */
export function normalizeTarget(request: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  const target = request.url ?? '';
  if (target.startsWith('/')) return true;
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(target) ?? [];
  if (!authority) return false;
  request.headers.host = authority;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  return true;
}
