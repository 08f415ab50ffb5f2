'use client';

import Link from 'next/link';
import { type ReactNode, useId, useRef, useState } from 'react';
import { GroupName } from '#/components/reports/group-name.tsx';
import { GROUP_LABELS, levelName } from '#/components/reports/report-labels.ts';
import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { arrowKeys } from '#/components/ui/list/arrow-keys.ts';
import { RowChunks } from '#/components/ui/list/row-chunks.tsx';
import { type TableColumn, TableHead } from '#/components/ui/list/table-head.tsx';
import { useRowNavigation } from '#/components/ui/list/use-row-navigation.ts';
import type { ReportGrouping } from '#/lib/analytics/reports/report-levels.ts';
import type { ReportGroupJson, ReportSummaryJson } from '#/lib/analytics/reports/report-schemas.ts';
import { formatPercent } from '#/lib/client/reports/report-figures.ts';
import { counted, formatDuration } from '#/lib/client/time/format-time.ts';

/** With at most this many rows, every group is open at first. */
const OPEN_ROWS = 40;

type InnerGroup = ReportGroupJson['groups'][number];
type Props = {
  data: Pick<ReportSummaryJson, 'groups' | 'groups_left_out' | 'totals'>;
  by: ReportGrouping;
  thenBy: ReportGrouping | null;
  today: string;
  /** The page with only the timers of a group; null if there is none. */
  hrefOf?: (group: ReportGroupJson, inner?: InnerGroup) => string | null;
};

/** Time in groups of one level or two, with the share of each. Arrows move through the rows. */
export function LevelTable({ data: { groups, groups_left_out, totals }, by, thenBy, today, hrefOf }: Props) {
  const { isOpen, areAllOpen, toggle, toggleAll } = useOpenGroups(groups, `${by} ${thenBy}`);
  const id = useId();
  const box = useRef<HTMLElement>(null);
  // A row may link to another page.
  useRestoredFocus(box, '[data-level]');
  const table = useRef<HTMLTableElement>(null);
  const { navigate } = useRowNavigation(table, '[data-level]:has(a, button)', 'a, button');
  const [one, many] = GROUP_LABELS[by];
  return (
    <section ref={box} tabIndex={-1} aria-labelledby={id} className="outline-none">
      <div className="mb-1 flex h-8 items-center gap-3 pointer-coarse:h-11">
        <h2 id={id} className="font-semibold">
          {many}
        </h2>
        {thenBy && groups.length > 0 && (
          <Button variant="ghost" size="sm" className="ml-auto" onClick={toggleAll}>
            {areAllOpen ? 'Close all' : 'Open all'}
          </Button>
        )}
      </div>
      <table
        ref={table}
        onKeyDown={arrowKeys(navigate)}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <caption className="sr-only">
          {many}
          {thenBy && `, then ${GROUP_LABELS[thenBy][1].toLowerCase()}`}
        </caption>
        {/* On a phone the header, which sets the column widths, is out of the table. */}
        <colgroup className="md:hidden">
          <col />
          <col className="w-28" />
        </colgroup>
        <TableHead columns={columnsOf(one)} />
        <RowChunks rows={rowsOf(groups, isOpen)} keepsOpen={false}>
          {({ id, group, inner, moreCount }) =>
            moreCount > 0 ? (
              <tr key={id}>
                <td colSpan={5} className="h-8 border-b border-line pl-9 text-text-3">
                  and {counted(moreCount, 'more', 'more')}
                </td>
              </tr>
            ) : (
              <Row
                key={id}
                group={inner ?? group}
                isInner={inner !== undefined}
                today={today}
                href={hrefOf?.(group, inner) ?? null}
              >
                {thenBy && !inner && (
                  <IconButton
                    icon="chevronRight"
                    label={`${GROUP_LABELS[thenBy][1]} of ${levelName(group, today)}`}
                    aria-expanded={isOpen(group)}
                    className={classNames('mr-1 align-middle', isOpen(group) && 'rotate-90')}
                    onClick={() => toggle(group)}
                  />
                )}
              </Row>
            )
          }
        </RowChunks>
        {groups.length > 0 && (
          <tfoot>
            <tr className="*:h-8 *:pr-3 *:text-right *:font-semibold">
              <th scope="row" className="text-left! md:pl-2">
                Total
              </th>
              <td className="max-lg:hidden" />
              <td className="max-md:hidden">{totals.timers.toLocaleString('en')}</td>
              <td className="max-md:hidden" />
              <td className="whitespace-nowrap md:pr-2!">{formatDuration(totals.tracked_ms)}</td>
            </tr>
          </tfoot>
        )}
      </table>
      {groups_left_out > 0 && <p className="py-2 text-text-3">and {counted(groups_left_out, 'more', 'more')}</p>}
    </section>
  );
}

/** A row of the table: a group, one in it, or how many more are in it. */
type LevelRow = { id: string; group: ReportGroupJson; inner?: InnerGroup; moreCount: number };

/** Groups, and below each open one its contents. Tags may have any name, so they are identified as JSON. */
function rowsOf(groups: readonly ReportGroupJson[], isOpen: (group: ReportGroupJson) => boolean): LevelRow[] {
  return groups.flatMap((group) => {
    const idOf = (...rest: (string | null)[]) => JSON.stringify([group.value, ...rest]);
    const row = { id: idOf(), group, moreCount: 0 };
    if (!isOpen(group)) return [row];
    const inner = group.groups.map((one) => ({ id: idOf(one.value), group, inner: one, moreCount: 0 }));
    const { groups_left_out: moreCount } = group;
    return [row, ...inner, ...(moreCount > 0 ? [{ id: idOf('', 'more'), group, moreCount }] : [])];
  });
}

function columnsOf(name: string): TableColumn[] {
  return [
    { name },
    { name: 'Of all time', className: 'w-40 max-lg:hidden', isSilent: true },
    { name: 'Timers', className: 'w-24 text-right max-md:hidden' },
    { name: 'Share', className: 'w-20 text-right max-md:hidden' },
    { name: 'Time', className: 'w-28 text-right md:pr-2' },
  ];
}

type RowProps = {
  group: InnerGroup;
  isInner?: boolean;
  today: string;
  href: string | null;
  /** The button that opens it. */
  children?: ReactNode;
};

function Row({ group, isInner = false, today, href, children }: RowProps) {
  const name = <GroupName group={group} today={today} />;
  return (
    <tr
      data-level
      className="group *:h-8 *:border-b *:border-line *:pr-3 *:text-right hover:*:bg-hover pointer-coarse:*:h-11"
    >
      <th
        scope="row"
        title={[group.key, levelName({ ...group, key: null }, today)].filter(Boolean).join(' ')}
        className={classNames(
          'text-left! font-normal wrap-anywhere max-md:py-1 md:truncate',
          isInner ? 'pl-9' : 'font-medium md:pl-2',
        )}
      >
        {children}
        {href === null ? (
          name
        ) : (
          <Link
            prefetch={false}
            href={href}
            className="hover:underline pointer-coarse:inline-block pointer-coarse:py-3"
          >
            {name}
          </Link>
        )}
      </th>
      <td className="max-lg:hidden">
        <ShareBar share={group.share} isInner={isInner} />
      </td>
      <td className="max-md:hidden">{group.timers.toLocaleString('en')}</td>
      <td className="text-text-3 max-md:hidden">{formatPercent(group.share)}</td>
      <td className={classNames('whitespace-nowrap md:pr-2!', !isInner && 'font-medium')}>
        {formatDuration(group.tracked_ms)}
      </td>
    </tr>
  );
}

/** Its share of all time, as a bar: the number is next to it. */
function ShareBar({ share, isInner }: { share: number; isInner: boolean }) {
  return (
    <span aria-hidden="true" className="flex h-2 rounded-xs border border-line bg-sunken">
      <span
        style={{ width: `${Math.min(1, share) * 100}%` }}
        className={classNames('rounded-xs', isInner ? 'bg-line-control' : 'bg-ink')}
      />
    </span>
  );
}

/** The open groups: all if there are few, and any that the person opens or closes. Other levels reset this. */
function useOpenGroups(groups: readonly ReportGroupJson[], levels: string) {
  const asTheyCome = (): OpenGroups => ({ levels, isOpenAtFirst: countRows(groups) <= OPEN_ROWS, toggled: new Set() });
  const [state, setState] = useState(asTheyCome);
  if (state.levels !== levels) setState(asTheyCome);
  const { isOpenAtFirst, toggled } = state;
  const isOpen = ({ value }: ReportGroupJson) => toggled.has(value) !== isOpenAtFirst;
  const areAllOpen = groups.every(isOpen);
  const toggle = ({ value }: ReportGroupJson) =>
    setState((last) => ({ ...last, toggled: last.toggled.symmetricDifference(new Set([value])) }));
  const toggleAll = () => setState({ levels, isOpenAtFirst: !areAllOpen, toggled: new Set() });
  return { isOpen, areAllOpen, toggle, toggleAll };
}

type OpenGroups = { levels: string; isOpenAtFirst: boolean; toggled: ReadonlySet<string | null> };

function countRows(groups: readonly ReportGroupJson[]): number {
  return groups.reduce((rows, group) => rows + 1 + group.groups.length, 0);
}
