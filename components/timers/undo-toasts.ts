import { formatEntryError } from '#/components/entries/format-entry.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import type { Live } from '#/lib/client/live/live.ts';
import type { Toast } from '#/lib/client/page/toasts.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';

/** Toasts of changes of recorded time, with undo. */
export function undoToasts({ toasts }: Pick<Live, 'toasts'>, style: TimeStyle) {
  const rejected = (error: unknown) =>
    toasts.show({ icon: 'warning', lead: 'Couldn’t do that.', text: formatEntryError(error, style) });

  /** An undo without a response is offered again: nothing else can restore it. */
  function toastWithUndo(toast: Toast, undo: () => Promise<unknown>, more: { isUntilStart?: true } = {}): () => void {
    const run = () =>
      void undo().catch((error: unknown) => {
        if (error instanceof ApiProblem) rejected(error);
        else
          toastWithUndo(
            { icon: 'warning', lead: 'Couldn’t do that.', text: formatEntryError(error, style) },
            undo,
            more,
          );
      });
    toasts.show({ ...toast, action: { undo: run, ...more } });
    return run;
  }

  /**
   * For changes shown before their response: an undo waits for that, and is removed on an error, as there is nothing to
   * undo.
   */
  function toastAtOnce<T>(doing: Promise<T>, toast: Toast, undo: (done: T) => Promise<unknown>): void {
    const run = toastWithUndo(toast, () => doing.then(undo, () => {}));
    doing.catch((error: unknown) => {
      toasts.withdraw(run);
      rejected(error);
    });
  }

  return { rejected, show: toastWithUndo, showAtOnce: toastAtOnce };
}
