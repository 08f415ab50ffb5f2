import { classNames } from '#/components/ui/class-names.ts';

type TicketKeyProps = { children: string; href?: string | null; className?: string };

/** A ticket's key; a link to the ticket if that has a page. */
export function TicketKey({ children, href, className }: TicketKeyProps) {
  const look = classNames('font-mono text-xs tracking-[-0.01em] whitespace-nowrap text-text-2', className);
  if (!href) return <span className={look}>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer" className={classNames(look, 'hover:underline')}>
      {children}
    </a>
  );
}
