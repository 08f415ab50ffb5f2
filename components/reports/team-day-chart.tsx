import { ChartFrame } from '#/components/charts/chart-frame.tsx';
import { SpanLines, spanLinesHeight } from '#/components/charts/span-lines.tsx';
import { durationCell } from '#/components/reports/chart-cells.ts';
import { hourTicks, partOfDay } from '#/components/reports/day-scale.ts';
import type { TeamDayJson } from '#/lib/analytics/reports/team-day-schemas.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { counted, formatDuration, formatRange, timeOfDay } from '#/lib/client/time/format-time.ts';

type Span = TeamDayJson['members'][number]['spans'][number];

/** A line for each member with their work during the day. */
export function TeamDayChart({ data }: { data: TeamDayJson }) {
  const style = useTimeStyle();
  const { members, as_of } = data;
  const now = Date.parse(as_of);
  const running = members.filter(({ spans }) => spans.some(({ ended_at }) => ended_at === null)).length;
  const ends = ({ ended_at }: Span) => (ended_at === null ? now : Date.parse(ended_at));
  const times = (span: Span) =>
    formatRange(Date.parse(span.started_at), span.ended_at === null ? null : ends(span), style);
  return (
    <ChartFrame
      title="Team day"
      unit={`${counted(members.length, 'member')}, ${running} running`}
      height={spanLinesHeight(members.length)}
      finding={`Team day: ${counted(members.length, 'member')} worked, ${counted(running, 'timer')} running at ${timeOfDay(now, style)}.`}
      table={{
        columns: ['Member and time', 'Duration', 'On'],
        rows: members.flatMap(({ name, spans }) =>
          spans.map((span) => {
            const ms = ends(span) - Date.parse(span.started_at);
            return [`${name}, ${times(span)}`, durationCell(ms), subjectOf(span)];
          }),
        ),
      }}
    >
      <SpanLines
        lines={members.map(({ user_id, name, tracked_ms, spans }) => ({
          id: user_id,
          name,
          spans: spans.map((span) => ({
            id: `${span.timer_id} ${span.started_at}`,
            from: partOfDay(data, Date.parse(span.started_at)),
            to: partOfDay(data, ends(span)),
            isRunning: span.ended_at === null,
            text: `${times(span)}, ${formatDuration(ends(span) - Date.parse(span.started_at))}, ${subjectOf(span)}; ${formatDuration(tracked_ms)} that day`,
          })),
        }))}
        ticks={hourTicks(data, style)}
        now={now < Date.parse(data.to) ? partOfDay(data, now) : null}
      />
    </ChartFrame>
  );
}

function subjectOf({ ticket_key, title }: Span): string {
  return [ticket_key, title].filter(Boolean).join(' ') || 'No ticket';
}
