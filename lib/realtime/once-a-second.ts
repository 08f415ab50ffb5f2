/** What changes by the thousand; a screen asks again once a second at most. */
const EVERY_MS = 1_000;

/** Calls `tell` for changes: at once, then once a second at most, and always for the last. */
export function onceASecond(tell: () => void): { onChange: () => void; stop: () => void } {
  let timer: NodeJS.Timeout | null = null;
  let isBehind = false;
  const onChange = () => {
    isBehind = timer !== null;
    if (isBehind) return;
    tell();
    timer = setTimeout(() => {
      timer = null;
      if (isBehind) onChange();
    }, EVERY_MS);
  };
  const stop = () => {
    if (timer) clearTimeout(timer);
  };
  return { onChange, stop };
}
