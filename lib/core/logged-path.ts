/** Pages and operations whose address ends with a secret. */
const SECRET = /^(\/shared\/reports|\/reset-password|\/invitations|\/api\/v1\/calendar-feeds)\/.+/;

/** The path of a request for the log: without what is asked for behind `?`, and without the secret of an address. */
export function loggedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.replace(SECRET, '$1/…');
}
