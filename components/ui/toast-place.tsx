import { latePart } from '#/components/ui/late-part.tsx';
import type { Toasts } from '#/lib/client/page/toasts.ts';

// None is there in the first frame.
const LateToast = latePart(() => import('#/components/ui/toast.tsx').then((part) => part.CurrentToast));

/**
 * The place of toasts: bottom center, above the bar of a phone, and above open questions. They are announced politely.
 */
export function ToastPlace({ toasts }: { toasts: Toasts }) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[var(--notices-above,calc(env(safe-area-inset-bottom)+72px))] z-40 flex justify-center px-4 md:bottom-(--notices-above,24px) md:in-data-asks:justify-end md:in-data-asks:px-6"
    >
      <LateToast toasts={toasts} />
    </div>
  );
}
