import { PrefetchLink } from '#/components/layout/prefetch-link.tsx';
import { classNames } from '#/components/ui/class-names.ts';

type Props = {
  label: string;
  pages: readonly (readonly [page: string, label: string, href: string])[];
  here: string;
  className?: string;
};

/** Pages that belong together, side by side. */
export function SiblingPages({ label, pages, here, className }: Props) {
  return (
    <nav
      aria-label={label}
      className={classNames(
        'inline-flex h-8 w-fit shrink-0 gap-0.5 rounded-md border border-line bg-sunken p-0.5 max-md:h-10 pointer-coarse:h-[50px]',
        className,
      )}
    >
      {pages.map(([page, text, href]) => (
        <PrefetchLink
          key={page}
          href={href}
          // Only the hovered one: the router has at most four pages in flight, aborts none that hangs, and the pages of
          // the sidebar would wait for them.
          aria-current={page === here ? 'page' : undefined}
          className="flex items-center rounded-sm px-2.5 font-medium text-text-2 hover:text-text aria-[current=page]:bg-surface aria-[current=page]:text-text aria-[current=page]:shadow-raised aria-[current=page]:ring-1 aria-[current=page]:ring-line"
        >
          {text}
        </PrefetchLink>
      ))}
    </nav>
  );
}
