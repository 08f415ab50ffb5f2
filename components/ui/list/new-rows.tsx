'use client';

import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';

type NewRowsProps = {
  /** The number of new rows, in words; null without any. */
  label: string | null;
  onShow: () => void;
  className?: string;
};

/**
 * How many rows are held back. Takes no room, so that nothing moves when it appears. Next to a drawer over the list
 * there is no room at the search, so it is at the bottom.
 */
export function NewRows({ label, onShow, className }: NewRowsProps) {
  return (
    <div
      className={classNames(
        'pointer-events-none sticky top-16 z-[2] flex h-0 justify-end md:top-14 group-data-beside/list:xl:pr-6 group-data-beside/list:md:max-xl:fixed group-data-beside/list:md:max-xl:top-auto group-data-beside/list:md:max-xl:right-[464px] group-data-beside/list:md:max-xl:bottom-24 group-data-beside/list:md:max-xl:left-12 group-data-beside/list:md:max-xl:h-auto group-data-beside/list:md:max-xl:justify-center',
        className,
      )}
    >
      {label && (
        <Button
          variant="ink"
          size="sm"
          className="pointer-events-auto mt-0.5 shadow-menu"
          onClick={() => {
            onShow();
            window.scrollTo({ top: 0 });
          }}
        >
          {label}
        </Button>
      )}
    </div>
  );
}
