import type { Failure } from '#/components/imports/use-import-actions.ts';
import { StateLabel } from '#/components/ui/state-label.tsx';

/** Why the last action failed, and what to do. */
export function ImportFailure({ failure }: { failure: Failure | null }) {
  return (
    <div role="alert" className="empty:hidden mt-3">
      {failure && (
        <StateLabel icon="warning" tone="danger">
          {failure.detail}
        </StateLabel>
      )}
    </div>
  );
}
