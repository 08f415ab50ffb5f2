import type { LatenessResult, Measured } from '#/bench/scenarios/lateness.ts';

const WIDTH = 760;
const PANEL_HEIGHT = 300;
const MARGIN = { left: 64, right: 150, top: 44, bottom: 44 };
/** Milliseconds at the ends of the horizontal axis. */
const FROM_MS = 0.5;
const TO_MS = 20_000;
const TICKS_MS = [1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000];
// The vertical axis gives each nine the same room: that is where schedulers differ.
const SHARES = [0, 0.5, 0.9, 0.99, 0.999];
const HIGHEST_SHARE = 0.9995;

// Middle tones, legible on light and dark; text and lines follow the reader's color scheme.
const COLORS: Record<string, string> = {
  ours: '#0d9668',
  bullmq: '#d9480f',
  'graphile-worker': '#7c5cd6',
  'pg-boss': '#2f7fd1',
};
const STYLE = `text{font:12px system-ui,sans-serif;fill:#333}.title{font-size:14px;font-weight:600}.grid{stroke:#888;stroke-opacity:.3}.curve{fill:none;stroke-width:2}.ours{stroke-width:3}@media(prefers-color-scheme:dark){text{fill:#ddd}}`;

/** The distribution of lateness as a picture: one panel per rate, ours next to the peers, without a background. */
export function latenessSvg(result: LatenessResult): string {
  const height = PANEL_HEIGHT * Math.max(1, result.length);
  const panels = result.map((rate, i) => `<g transform="translate(0 ${i * PANEL_HEIGHT})">${panel(rate)}</g>`);
  const title = 'Share of webhooks that had arrived so many milliseconds after their due instant';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">
<style>${STYLE}</style>
${panels.join('\n')}
</svg>
`;
}

function panel({ perSecond, seconds, participants }: LatenessResult[number]): string {
  const title = `Lateness at ${perSecond.toLocaleString('en')} alarms/s for ${seconds} s`;
  return [
    `<text class="title" x="${MARGIN.left}" y="24">${title}</text>`,
    ...TICKS_MS.map(tick),
    ...SHARES.map(shareLine),
    `<text x="${(MARGIN.left + plotRight()) / 2}" y="${PANEL_HEIGHT - 8}" text-anchor="middle">milliseconds after the due instant</text>`,
    ...participants.map(curve),
    ...labels(participants),
  ].join('\n');
}

function tick(ms: number): string {
  const x = xOf(ms);
  const text = ms < 1_000 ? `${ms}` : `${ms / 1_000} s`;
  return `<line class="grid" x1="${x}" x2="${x}" y1="${MARGIN.top}" y2="${plotBottom()}"/><text x="${x}" y="${plotBottom() + 16}" text-anchor="middle">${text}</text>`;
}

function shareLine(share: number): string {
  const y = yOf(share);
  const text = `${Number((share * 100).toFixed(1))} %`;
  return `<line class="grid" x1="${MARGIN.left}" x2="${plotRight()}" y1="${y}" y2="${y}"/><text x="${MARGIN.left - 8}" y="${y + 4}" text-anchor="end">${text}</text>`;
}

function curve({ name, middle }: Measured): string {
  const points = middle.curve
    .filter(([share, ms]) => share <= HIGHEST_SHARE && Number.isFinite(ms))
    .map(([share, ms]) => `${xOf(ms)},${yOf(share)}`);
  return `<polyline class="curve${name === 'ours' ? ' ours' : ''}" stroke="${COLORS[name]}" points="${points.join(' ')}"/>`;
}

/** Names with their p99, from the fastest down; in the color of their curve by a mark. */
function labels(participants: Measured[]): string[] {
  return participants
    .toSorted((a, b) => a.middle.p99Ms - b.middle.p99Ms)
    .flatMap(({ name, middle }, i) => {
      const x = plotRight() + 14;
      const y = MARGIN.top + 14 + i * 40;
      const p99 = middle.p99Ms < 100 ? middle.p99Ms.toFixed(1) : Math.round(middle.p99Ms).toLocaleString('en');
      const note = middle.lost > 0 ? `${middle.lost.toLocaleString('en')} not in time` : `p99 ${p99} ms`;
      const mark = `<line x1="${x}" x2="${x + 16}" y1="${y - 4}" y2="${y - 4}" stroke="${COLORS[name]}" stroke-width="3"/>`;
      return [mark, `<text x="${x + 22}" y="${y}">${name}</text><text x="${x + 22}" y="${y + 15}">${note}</text>`];
    });
}

function plotRight(): number {
  return WIDTH - MARGIN.right;
}

function plotBottom(): number {
  return PANEL_HEIGHT - MARGIN.bottom;
}

function xOf(ms: number): number {
  const share = Math.log(Math.min(Math.max(ms, FROM_MS), TO_MS) / FROM_MS) / Math.log(TO_MS / FROM_MS);
  return round(MARGIN.left + share * (plotRight() - MARGIN.left));
}

function yOf(share: number): number {
  const height = Math.log10(1 - share) / Math.log10(1 - HIGHEST_SHARE);
  return round(plotBottom() - height * (plotBottom() - MARGIN.top));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
