type BrandMarkProps = { className?: string; nameClassName?: string };

/**
 * Five strokes of a ruled line, the middle one live. The name next to it is dropped without room. It is on the page of
 * errors too, which every page loads: so without the merging of classes.
 */
export function BrandMark({ className = '', nameClassName }: BrandMarkProps) {
  return (
    <span className={`inline-flex items-center gap-2.5 text-base font-semibold text-text ${className}`}>
      <svg width="20" height="16" viewBox="0 0 20 16" aria-hidden="true" fill="none" className="shrink-0">
        <g stroke="currentColor" strokeWidth="1.5" strokeLinecap="round">
          <path d="M2 10.5v3M6 8.5v5M14 8.5v5M18 10.5v3" />
          <path d="M10 2v11.5" stroke="var(--accent)" strokeWidth="2" />
        </g>
      </svg>
      <span className={nameClassName}>Timer Service</span>
    </span>
  );
}
