// Serves the page for when nobody responds, and files of the build that never change. Responses of the API and pages with
// anything of a person on them are never kept, so nothing old can pass for new. BUILD is put in by the route: a new
// build is a new script. It takes over at once, since a page that is kept open all day would have it wait for ever; what
// such a page has loaded, it has, and the rest of its build is gone from the server too.

const SHELL = `shell-${BUILD}`;
const OFFLINE = '/offline';
/** Names of such files change with their contents. */
const STATIC = '/_next/static/';
/** What a proxy says in its own words while nobody stands behind it. The service has none of these for a page. */
const NOBODY_BEHIND = [502, 503, 504];
const STATIC_IN_PAGE = /\/_next\/static\/[^"'\\\s)]+/g;

self.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate')
    event.respondWith(url.pathname.startsWith('/api/') ? asked(event) : pageOrOffline(event));
  else if (url.pathname.startsWith(STATIC)) event.respondWith(keptOrFetched(event));
});

self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? '/'));
});

/** The page keeps the policy that it came with, whose nonce is the one on its scripts. */
async function keepShell() {
  const cache = await caches.open(SHELL);
  const page = await fetch(OFFLINE, { cache: 'reload' });
  if (!page.ok) throw new Error(`${OFFLINE} responded with ${page.status}`);
  const files = new Set((await page.clone().text()).match(STATIC_IN_PAGE));
  await cache.addAll([...files]);
  await cache.put(OFFLINE, page);
}

async function takeOver() {
  await self.registration.navigationPreload?.enable();
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Where a page is preloaded, not to use that response is to ask a second time: a code of GitHub's is good once. */
async function asked(event) {
  return (await event.preloadResponse) ?? fetch(event.request);
}

async function pageOrOffline(event) {
  const response = await asked(event).catch((error) => ({ error }));
  if (!response.error && !NOBODY_BEHIND.includes(response.status)) return response;
  const page = await caches.match(OFFLINE);
  if (page) return page;
  if (response.error) throw response.error;
  return response;
}

async function keptOrFetched(event) {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(keep(event.request, response.clone()));
  return response;
}

async function keep(request, response) {
  try {
    const cache = await caches.open(SHELL);
    await cache.put(request, response);
  } catch (error) {
    // A full disk: the page has the file all the same, and asks for it again the next time.
    console.warn('A file was not kept.', error);
  }
}

/** A browser takes back what it allowed when a message shows nothing, so one that can't be read shows something too. */
async function show(data) {
  const { title, body, path, tag } = messageOf(data) ?? { title: 'Timer Service', body: 'Open it to see what’s new.' };
  const options = { body, tag, renotify: Boolean(tag), icon: '/icons/icon-192.png', data: { path: path ?? '/' } };
  await self.registration.showNotification(title, options);
}

function messageOf(data) {
  try {
    const message = data?.json();
    return typeof message?.title === 'string' ? message : null;
  } catch (error) {
    console.warn('A push message could not be read.', error);
    return null;
  }
}

/** Into a page that is open, the one looked at last, before another is opened. Never to another site. */
async function open(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  // One that is on its way to another page is another client the second time, and has the focus by then.
  if ((await lead(url, { focus: true })) || (await lead(url, { focus: false }))) return;
  await self.clients.openWindow(url.href);
}

/** False where no page is open, or it was gone before it could be led on. */
async function lead(url, { focus }) {
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (!page) return false;
  try {
    if (focus) await page.focus();
    if (!isAt(new URL(page.url), url)) await page.navigate(url.href);
    return true;
  } catch (error) {
    console.warn('A page was gone before it could be led on.', error);
    return false;
  }
}

/** A path without a query means the page in whichever view is open; one with a query means that view. */
function isAt(at, url) {
  return at.pathname === url.pathname && at.hash === url.hash && (url.search === '' || at.search === url.search);
}
