import type { Sample } from '#/test/soak/samples.ts';

/** An action on a process, shown with its effects. */
export type Mark = { seconds: number; words: string };

type Line = { name: string; points: [seconds: number, value: number][] };
type Panel = { title: string; unit: string; lines: Line[] };

const WIDTH = 760;
const PANEL_HEIGHT = 190;
const MARGIN = { left: 64, right: 150, top: 36, bottom: 30 };
const TICKS = 5;
/** Middle tones, legible on white and on dark. */
const COLORS = ['#0d9668', '#2f7fd1', '#d9480f', '#7c5cd6', '#b8860b', '#c2255c'];
const STYLE =
  'text{font:12px system-ui,sans-serif;fill:#333}.title{font-size:14px;font-weight:600}.grid{stroke:#888;stroke-opacity:.3}.mark{stroke:#888;stroke-opacity:.5;stroke-dasharray:2 3}.line{fill:none;stroke-width:1.5}@media(prefers-color-scheme:dark){text{fill:#ddd}}';

/** A soak as a picture: one panel for each figure over time, with a dotted line where a process was killed or replaced. */
export function soakSvg(samples: readonly Sample[], marks: readonly Mark[]): string {
  const panels = panelsOf(samples);
  const endS = Math.max(1, ...samples.map(({ seconds }) => seconds));
  const height = PANEL_HEIGHT * panels.length;
  const drawn = panels.map(
    (panel, n) => `<g transform="translate(0 ${n * PANEL_HEIGHT})">${draw(panel, marks, endS)}</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Memory, handles, tables and lateness over time">
<style>${STYLE}</style>
${drawn.join('\n')}
</svg>
`;
}

function panelsOf(samples: readonly Sample[]): Panel[] {
  const each = (read: (sample: Sample) => Record<string, number>): Line[] => {
    const names = [...new Set(samples.flatMap((sample) => Object.keys(read(sample))))];
    return names.map((name) => line(samples, name, (sample) => read(sample)[name] ?? null));
  };
  return [
    {
      title: 'Lateness of what arrived',
      unit: 'ms',
      lines: [
        line(samples, 'p50', (sample) => sample.latenessP50),
        line(samples, 'p99', (sample) => sample.latenessP99),
      ],
    },
    { title: 'Alarms that wait', unit: '', lines: [line(samples, 'alarms', ({ pending }) => pending)] },
    { title: 'Memory of the processes', unit: 'MB', lines: each(({ memoryMb }) => memoryMb) },
    { title: 'Open handles', unit: '', lines: each(({ handles }) => handles) },
    { title: 'Tables with their indexes', unit: 'MB', lines: each(({ tableMb }) => tableMb) },
    { title: 'Their indexes', unit: 'MB', lines: each(({ indexMb }) => indexMb) },
    { title: 'Dead rows', unit: '', lines: each(({ deadRows }) => deadRows) },
    { title: 'Vacuums since the database was made', unit: '', lines: each(({ vacuums }) => vacuums) },
  ];
}

function line(samples: readonly Sample[], name: string, read: (sample: Sample) => number | null): Line {
  const points = samples.flatMap((sample): Line['points'] => {
    const value = read(sample);
    return value === null ? [] : [[sample.seconds, value]];
  });
  return { name, points };
}

function draw({ title, unit, lines }: Panel, marks: readonly Mark[], endS: number): string {
  const top = Math.max(1, ...lines.flatMap(({ points }) => points.map(([, value]) => value)));
  const x = (seconds: number) => round(MARGIN.left + (seconds / endS) * (plotRight() - MARGIN.left));
  const y = (value: number) => round(plotBottom() - (value / top) * (plotBottom() - MARGIN.top));
  const ticks = Array.from({ length: TICKS + 1 }, (_, n) => n / TICKS);
  return [
    `<text class="title" x="${MARGIN.left}" y="20">${title}</text>`,
    ...[0, top].map(
      (value) =>
        `<line class="grid" x1="${MARGIN.left}" x2="${plotRight()}" y1="${y(value)}" y2="${y(value)}"/><text x="${MARGIN.left - 8}" y="${y(value) + 4}" text-anchor="end">${numeral(value)} ${unit}</text>`,
    ),
    ...ticks.map(
      (part) =>
        `<text x="${x(part * endS)}" y="${plotBottom() + 16}" text-anchor="middle">${clock(part * endS)}</text>`,
    ),
    ...marks.map(
      ({ seconds, words }) =>
        `<line class="mark" x1="${x(seconds)}" x2="${x(seconds)}" y1="${MARGIN.top}" y2="${plotBottom()}"><title>${words}</title></line>`,
    ),
    ...lines.flatMap(({ name, points }, n) => {
      const color = COLORS[n % COLORS.length];
      const last = points.at(-1)?.[1] ?? 0;
      return [
        `<polyline class="line" stroke="${color}" points="${points.map(([seconds, value]) => `${x(seconds)},${y(value)}`).join(' ')}"/>`,
        `<text x="${plotRight() + 12}" y="${MARGIN.top + 8 + n * 18}" fill="${color}" style="fill:${color}">${name} ${numeral(last)}</text>`,
      ];
    }),
  ].join('\n');
}

function plotRight(): number {
  return WIDTH - MARGIN.right;
}

function plotBottom(): number {
  return PANEL_HEIGHT - MARGIN.bottom;
}

function numeral(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
}

function clock(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return seconds < 120 ? `${Math.round(seconds)} s` : minutes < 120 ? `${minutes} min` : `${round(minutes / 60)} h`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
