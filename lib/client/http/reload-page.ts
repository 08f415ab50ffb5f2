/**
 * A full load after the session has moved to another workspace, so that nothing of the one before stays in memory. What
 * is within a page belongs to that one too: it begins on the page itself.
 */
export function reloadPage(): void {
  const [page = '/'] = /^\/(?:team\/[\w-]+|[\w-]*)/.exec(window.location.pathname) ?? [];
  window.location.assign(page);
}
