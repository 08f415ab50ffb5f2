/** Pages and operations whose URL ends with a secret. */
const SECRET = /^(\/shared\/reports|\/reset-password|\/invitations|\/api\/v1\/calendar-feeds)\/.+/;

/** The path of a request for the log: without its query string, and without the secret in a URL. */
export function loggedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.replace(SECRET, '$1/…');
}
