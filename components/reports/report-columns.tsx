import type { ReactNode } from 'react';

/** A chart with a table next to it; below it without room. */
export function ReportColumns({ children }: { children: ReactNode }) {
  return <div className="mt-6 grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,752fr)_minmax(0,376fr)]">{children}</div>;
}
