/** Hands answers on in the order in which they were asked for, whichever comes first. A rejected one holds none back. */
export function inOrder(): <T>(response: Promise<T>) => Promise<T> {
  let earlier: Promise<unknown> = Promise.resolve();
  return (response) => {
    const own = Promise.allSettled([response, earlier]).then(() => response);
    earlier = own;
    return own;
  };
}
