import { classNames } from '#/components/ui/class-names.ts';

/** Code or data as it is. It can be scrolled by keys, too. */
export function CodeBlock({ label, children, className }: { label: string; children: string; className?: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys (WCAG 2.1.1)
      tabIndex={0}
      className={classNames('max-h-80 overflow-auto rounded-md border border-line bg-sunken px-3 py-2', className)}
    >
      <pre className="font-mono text-xs/[18px] text-text-2">{children}</pre>
    </section>
  );
}
