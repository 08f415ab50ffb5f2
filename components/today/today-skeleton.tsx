import { classNames } from '#/components/ui/class-names.ts';

const HOURS = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18];
const TITLES = ['w-[260px]', 'w-[230px]', 'w-[248px]', 'w-[90px]', 'w-[290px]'];

/** Today in its final places, without text. It appears only when the response takes a moment. */
export function TodaySkeleton() {
  return (
    <div aria-busy="true" className="animate-late">
      <span className="sr-only">Loading today</span>
      <div className="flex justify-between gap-8 pb-6">
        <div className="min-w-0">
          <Bar className="h-5 w-22" />
          <Bar className="mt-1 h-7 w-[360px]" />
          <Bar className="mt-5 h-18 w-[344px]" />
          <Bar className="mt-5 h-5 w-[420px]" />
        </div>
        <div className="flex gap-2 max-md:hidden">
          <Bar className="h-10 w-28" />
          <Bar className="h-10 w-28" />
          <Bar className="h-10 w-26" />
        </div>
      </div>
      <div className="border-t border-line pt-6">
        <Bar className="h-5 w-45" />
        <RailBar />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_328px]">
        <EntryBars />
        <StartNextBars />
      </div>
    </div>
  );
}

/** The rail's hours need no response. */
function RailBar() {
  return (
    <div className="relative mt-8 mb-8 h-8 border-y border-line md:h-10">
      {HOURS.map((hour, index) => (
        <span
          key={hour}
          className={classNames('absolute inset-y-0 w-px bg-line', index % 2 === 1 && 'max-md:hidden')}
          style={{ left: `${(index / (HOURS.length - 1)) * 100}%` }}
        />
      ))}
    </div>
  );
}

function EntryBars() {
  return (
    <div>
      <Bar className="mb-3 h-5 w-16" />
      <div className="border-t border-line">
        {TITLES.map((width) => (
          <div key={width} className="flex h-14 items-center gap-6 border-b border-line px-2 md:h-10">
            <Bar className="h-3.5 w-23 shrink-0" />
            <Bar className="h-3.5 w-14 shrink-0 max-md:hidden" />
            <Bar className={classNames('h-3.5', width)} />
            <Bar className="ml-auto h-3.5 w-14 shrink-0" />
          </div>
        ))}
      </div>
    </div>
  );
}

function StartNextBars() {
  return (
    <div>
      <Bar className="mb-3 h-5 w-22" />
      {TITLES.slice(1).map((width) => (
        <div key={width} className="flex h-8 items-center gap-3 border-b border-line">
          <Bar className="size-[18px]" />
          <Bar className="h-3.5 w-14" />
          <Bar className="h-3.5 w-35" />
        </div>
      ))}
    </div>
  );
}

function Bar({ className }: { className: string }) {
  return <span className={classNames('block max-w-full rounded-sm bg-hover', className)} />;
}
