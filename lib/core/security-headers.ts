export type PageFacts = {
  path: string;
  /** The nonce of this response; Next sets it on every script and style of the page. */
  nonce: string;
  /** React's development build evaluates code, and reloads over a WebSocket. */
  isDev: boolean;
  isHttps: boolean;
  /** Sites that may show the app's pages in a frame. */
  frameAncestors: Iterable<string>;
};

const DOCS = /^\/docs(?:\/|$)/;
/** Pages with a secret in their URL, which need no sign-in. */
const SHARED = /^\/shared(?:\/|$)/;
/** No cache stores them, no search engine indexes them, and no other site gets their URL as referrer. */
const SHARED_HEADERS = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};
/** Two years, as browsers require for preloading. */
const HSTS = 'max-age=63072000; includeSubDomains';
/** The app uses none of these features; what its pages can't use, an injected script can't use either. */
const NO_DEVICES = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb', 'hid']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Headers of every response, page or not. HSTS only when served over https. */
export function commonHeaders(isHttps: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...(isHttps && { 'Strict-Transport-Security': HSTS }),
  };
}

/** Headers of API responses, which are data: nothing in them may load, run or be framed. */
export function apiHeaders(isHttps: boolean): Record<string, string> {
  return { ...commonHeaders(isHttps), 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" };
}

/** Headers of pages. */
export function pageHeaders(page: PageFacts): Record<string, string> {
  return {
    ...commonHeaders(page.isHttps),
    'Content-Security-Policy': pagePolicy(page),
    'Permissions-Policy': NO_DEVICES,
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(SHARED.test(page.path) && SHARED_HEADERS),
  };
}

/**
 * Only scripts with the nonce run, and those that they load (CSP 3, `strict-dynamic`). Style sheets come from us or
 * have the nonce; style attributes are allowed, since widths of bars and positions on a timeline are data. The
 * reference page needs styles created in the browser.
 */
export function pagePolicy({ path, nonce, isDev, isHttps, frameAncestors }: PageFacts): string {
  const isDocs = DOCS.test(path);
  const script = ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", ...(isDev ? ["'unsafe-eval'"] : [])];
  const styles = isDocs || isDev ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`;
  const rules = [
    "default-src 'self'",
    `script-src ${script.join(' ')}`,
    `style-src-elem ${styles}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self'${isDev ? ' ws: wss:' : ''}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${["'self'", ...[...frameAncestors].filter(isOneSource)].join(' ')}`,
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ];
  return rules.join('; ');
}

/** User input must stay within its directive of the policy, however it got into the table. */
function isOneSource(origin: string): boolean {
  return /^https?:\/\/[^\s;,'"]+$/.test(origin);
}
