/** Hands answers on in the order in which they were asked for, whichever comes first. A rejected one holds none back. */
export function inOrder(): <T>(answer: Promise<T>) => Promise<T> {
  let earlier: Promise<unknown> = Promise.resolve();
  return (answer) => {
    const own = Promise.allSettled([answer, earlier]).then(() => answer);
    earlier = own;
    return own;
  };
}
