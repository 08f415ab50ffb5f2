import { classNames } from '#/components/ui/class-names.ts';

/**
 * One set: 16 px, strokes of 1.5 px, in the text color. States differ in shape, never only by color. Each is the `d` of
 * its strokes, including circles, and of its filled parts: all of them are in the script of every page.
 */
const DRAWINGS = {
  alarm: 'M8 4a4.75 4.75 0 1 1 0 9.5 4.75 4.75 0 1 1 0-9.5M8 6.25v2.5l1.5 1M2 4.25 4 2.5M14 4.25 12 2.5',
  back: 'M9.75 4.5 6.25 8l3.5 3.5',
  bell: 'M3.5 11.25c.9-.9 1.25-1.75 1.25-4.25a3.25 3.25 0 0 1 6.5 0c0 2.5.35 3.35 1.25 4.25ZM6.5 13.5h3',
  book: 'M8 4.25C6.75 3.25 5 2.9 2.5 3v9.25c2.5-.1 4.25.25 5.5 1.25 1.25-1 3-1.35 5.5-1.25V3C11 2.9 9.25 3.25 8 4.25Zm0 0v9.25',
  calendar:
    'M3.75 3.25h8.5a1.5 1.5 0 0 1 1.5 1.5v7.5a1.5 1.5 0 0 1-1.5 1.5h-8.5a1.5 1.5 0 0 1-1.5-1.5v-7.5a1.5 1.5 0 0 1 1.5-1.5M2.25 6.5h11.5M5.25 1.75v3M10.75 1.75v3',
  chart: 'M2.5 13.5h11M4.25 11V7.5M8 11V3M11.75 11V5.5',
  check: 'm3 8.5 3.25 3.25L13 4.75',
  chevronDown: 'm4.5 6.25 3.5 3.5 3.5-3.5',
  chevronRight: 'M6.25 4.5 9.75 8l-3.5 3.5',
  clock: 'M8 2.25a5.75 5.75 0 1 1 0 11.5 5.75 5.75 0 1 1 0-11.5M8 4.75V8l2.25 1.5',
  close: 'm4 4 8 8M12 4l-8 8',
  copy: 'M6.75 5.25h5a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5h-5a1.5 1.5 0 0 1-1.5-1.5v-5a1.5 1.5 0 0 1 1.5-1.5M10.75 2.75h-6.5a1.5 1.5 0 0 0-1.5 1.5v6.5',
  countdown: 'M4.5 2.5h7M4.5 13.5h7M5.5 2.5v1.75L8 8l2.5-3.75V2.5M5.5 13.5v-1.75L8 8l2.5 3.75v1.75',
  dead: 'M5.5 2.5h5l3 3v5l-3 3h-5l-3-3v-5ZM6 6l4 4M10 6l-4 4',
  delivered: 'M8 2.25a5.75 5.75 0 1 1 0 11.5 5.75 5.75 0 1 1 0-11.5M5.5 8.25l1.75 1.75L10.75 6.5',
  discard: 'M8 2.25a5.75 5.75 0 1 1 0 11.5 5.75 5.75 0 1 1 0-11.5M4 12l8-8',
  download: 'M8 2.75v7.5M4.75 7.25 8 10.5l3.25-3.25M3 13.25h10',
  filter: 'M2.5 4.5h11M4.75 8h6.5M6.75 11.5h2.5',
  firing: ['M8 2.25a5.75 5.75 0 1 1 0 11.5 5.75 5.75 0 1 1 0-11.5', 'M8 2.25a5.75 5.75 0 0 1 0 11.5Z'],
  idle: 'M5.25 4.25h5.5a1 1 0 0 1 1 1v5.5a1 1 0 0 1-1 1h-5.5a1 1 0 0 1-1-1v-5.5a1 1 0 0 1 1-1',
  interval: 'M2.5 10V6h3v4h3V6h3v4h2',
  key: 'M5.5 5.25a2.75 2.75 0 1 1 0 5.5 2.75 2.75 0 1 1 0-5.5M8.25 8h5.5v2.25M11 8v1.75',
  lines: 'M2.5 4.25h11M2.5 8h11M2.5 11.75h7',
  log: 'M6 4.25h7.5M6 8h7.5M6 11.75h7.5M2.75 4.25h.01M2.75 8h.01M2.75 11.75h.01',
  members:
    'M6 3.25a2.25 2.25 0 1 1 0 4.5 2.25 2.25 0 1 1 0-4.5M1.75 13c.3-2.4 2-3.75 4.25-3.75S9.95 10.6 10.25 13M10.5 3.5a2.1 2.1 0 0 1 0 4M12 9.75c1.3.5 2.1 1.6 2.25 3.25',
  merge: 'M3 3.5h2.5L8 8l-2.5 4.5H3M8 8h5.25M11 5.75 13.25 8 11 10.25',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  offline: 'M2 2l12 12M4.4 6.1A3.4 3.4 0 0 0 4.75 12.75h6.5M7 3.9a3.9 3.9 0 0 1 4.4 3.1 2.9 2.9 0 0 1 2.1 4.2',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  paused: 'M8 2.25a5.75 5.75 0 1 1 0 11.5 5.75 5.75 0 1 1 0-11.5M6.5 6v4M9.5 6v4',
  pencil: 'm3 13 .6-2.8 7-7a1.4 1.4 0 0 1 2 0l.2.2a1.4 1.4 0 0 1 0 2l-7 7Z',
  pin: 'M5.5 2.5h5M6.5 2.5v3.75L4.5 9.25h7l-2-3V2.5M8 9.25v4.25',
  play: ['', 'M5 3.25v9.5L12.75 8Z'],
  plus: 'M8 3.25v9.5M3.25 8h9.5',
  pomodoro: ['M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 1 1 0-11', 'M8 2.5A5.5 5.5 0 0 1 13.5 8H8Z'],
  pulse: 'M1.75 8.5h2.5l2-5 3.25 9 2-4h2.75',
  retry: 'M13 8A5 5 0 1 1 11.2 4.2M13.25 2v3h-3',
  running: [
    'M8 2.25a5.75 5.75 0 1 1 0 11.5 5.75 5.75 0 1 1 0-11.5',
    'M8 5.75a2.25 2.25 0 1 1 0 4.5 2.25 2.25 0 1 1 0-4.5',
  ],
  search: 'M7 2.75a4.25 4.25 0 1 1 0 8.5 4.25 4.25 0 1 1 0-8.5M10.25 10.25l3.25 3.25',
  settings:
    'M2 4.5h7.5M13 4.5h1M2 11.5h1M6.5 11.5H14M11.25 2.75a1.75 1.75 0 1 1 0 3.5 1.75 1.75 0 1 1 0-3.5M4.75 9.75a1.75 1.75 0 1 1 0 3.5 1.75 1.75 0 1 1 0-3.5',
  spans: 'M3 8h10M5 6v4M11 6v4',
  split: 'M2.75 8H6l2.5-4h4.75M6 8l2.5 4h4.75',
  stop: ['', 'M5 4h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1'],
  switch: 'M3 5.5h9.5L10 3M13 10.5H3.5L6 13',
  sync: 'M13 6.25A5.25 5.25 0 0 0 3.6 5M3 9.75A5.25 5.25 0 0 0 12.4 11M3.25 2.25V5h2.75M12.75 13.75V11H10',
  timesheet:
    'M3.75 2.75h8.5a1.5 1.5 0 0 1 1.5 1.5v7.5a1.5 1.5 0 0 1-1.5 1.5h-8.5a1.5 1.5 0 0 1-1.5-1.5v-7.5a1.5 1.5 0 0 1 1.5-1.5M2.25 6.25h11.5M2.25 9.75h11.5M6.5 6.25v7',
  weeks:
    'M3.75 3.25h8.5a1.5 1.5 0 0 1 1.5 1.5v7.5a1.5 1.5 0 0 1-1.5 1.5h-8.5a1.5 1.5 0 0 1-1.5-1.5v-7.5a1.5 1.5 0 0 1 1.5-1.5M5.25 1.75v3M10.75 1.75v3M5.5 9l1.75 1.75L10.75 7.25',
  warning: 'M8 2.5 14 13H2ZM8 6.5v3M8 11.2v.1',
} satisfies Record<string, IconDrawing>;

export type IconName = keyof typeof DRAWINGS;
type IconDrawing = string | [strokes: string, solid: string];
/** One of the set, or a drawing for few pages, which is in their own script. */
type IconProps = { className?: string } & (
  | { name: IconName; drawing?: undefined }
  | { name?: undefined; drawing: IconDrawing }
);

/** Decoration next to text; an icon-only control has its name in `aria-label`. */
export function Icon({ name, drawing = DRAWINGS[name as IconName] as IconDrawing, className }: IconProps) {
  const [strokes, solid] = typeof drawing === 'string' ? [drawing] : drawing;
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'pause' || name === 'more' ? 2 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames('block size-4 shrink-0', className)}
    >
      <path d={strokes} />
      {solid && <path d={solid} fill="currentColor" />}
    </svg>
  );
}
