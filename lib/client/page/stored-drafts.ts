const PREFIX = 'composer-draft:';
/** A page that has signed out is still there for a moment, and is left like any other. */
let isCleared = false;

/** A draft of one workspace is not shown in another, nor to the next person who signs in. */
export function draftKey(userId: string, workspaceId: string): string {
  return `${PREFIX}${userId}:${workspaceId}`;
}

/** The stored draft, which is removed; empty when there is none, or when a private window blocks storage. */
export function takeDraft(key: string): string {
  try {
    const text = sessionStorage.getItem(key) ?? '';
    sessionStorage.removeItem(key);
    return text;
  } catch {
    return '';
  }
}

/** Only for this tab, where it outlives an expired session. A page that has signed out stores nothing. */
export function storeDraft(key: string, text: string): void {
  if (isCleared) return;
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Without storage a draft lasts as long as its page.
  }
}

/** On sign-out, here or in another tab: no draft stays in this one. */
export function clearDrafts(): void {
  isCleared = true;
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Blocked storage has nothing to delete.
  }
}
