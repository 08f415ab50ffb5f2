import { classNames } from '#/components/ui/class-names.ts';

type Props = { label: string; done: number; of: number; className?: string };

/**
 * Progress, in ink: the browser's own bar is green once it is styled, and color is for live values. Nothing of nothing
 * is done.
 */
export function ProgressBar({ label, done, of, className }: Props) {
  const share = of === 0 ? 1 : Math.min(1, done / of);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={Math.min(done, of)}
      className={classNames('rounded-sm bg-hover', className)}
    >
      <div className="h-full rounded-sm bg-ink" style={{ width: `${100 * share}%` }} />
    </div>
  );
}
