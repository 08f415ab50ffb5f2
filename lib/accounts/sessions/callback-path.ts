/** Only used to resolve relative references; never shown, never requested. */
const SOME_ORIGIN = 'http://local.invalid';

/**
 * Where to go after signing in: the requested path if it is one of this site's own pages, else `/`. Rejects everything
 * that a browser would read as another site (`//evil`, `/\evil`, tabs and line breaks within), by using the URL parser.
 */
export function callbackPath(path: unknown): string {
  if (typeof path !== 'string' || !path.startsWith('/')) return '/';
  if (!URL.canParse(path, SOME_ORIGIN)) return '/';
  const url = new URL(path, SOME_ORIGIN);
  const isAuthPage = /^\/(?:sign-in|sign-up|welcome|api)(?:\/|$)/.test(url.pathname);
  // A path such as `/.//evil` parses to `//evil`, which would be another site when it is followed.
  if (url.origin !== SOME_ORIGIN || url.pathname.startsWith('//') || isAuthPage) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
