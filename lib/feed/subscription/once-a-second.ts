/** For things that change by the thousand; a screen fetches again once a second at most. */
const EVERY_MS = 1_000;

/** Calls `onUpdate` for changes: at once, then once a second at most, and always for the last. */
export function onceASecond(emit: () => void): { onChange: () => void; stop: () => void } {
  let timer: NodeJS.Timeout | null = null;
  let isBehind = false;
  const onChange = () => {
    isBehind = timer !== null;
    if (isBehind) return;
    emit();
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
