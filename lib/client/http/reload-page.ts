/**
 * A full load after the session has moved to another workspace, so that nothing of the previous one stays in memory. A
 * page's subpath belongs to that one too: the page itself is loaded.
 */
export function reloadPage(): void {
  const [page = '/'] = /^\/(?:team\/[\w-]+|[\w-]*)/.exec(window.location.pathname) ?? [];
  window.location.assign(page);
}
