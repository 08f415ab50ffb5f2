/**
 * Delivers responses in the order of their requests, whichever arrives first. A rejected one does not block the others.
 */
export function inOrder(): <T>(response: Promise<T>) => Promise<T> {
  let earlier: Promise<unknown> = Promise.resolve();
  return (response) => {
    const own = Promise.allSettled([response, earlier]).then(() => response);
    earlier = own;
    return own;
  };
}
