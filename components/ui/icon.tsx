import type { ReactNode } from 'react';
import { classNames } from '#/components/ui/class-names.ts';

/** One set: 16 px, strokes of 1.5 px, in the color of the text. States differ in shape, never by color alone. */
const DRAWINGS = {
  alarm: (
    <>
      <circle cx="8" cy="8.75" r="4.75" />
      <path d="M8 6.25v2.5l1.5 1M2 4.25 4 2.5M14 4.25 12 2.5" />
    </>
  ),
  back: <path d="M9.75 4.5 6.25 8l3.5 3.5" />,
  bell: <path d="M3.5 11.25c.9-.9 1.25-1.75 1.25-4.25a3.25 3.25 0 0 1 6.5 0c0 2.5.35 3.35 1.25 4.25ZM6.5 13.5h3" />,
  book: (
    <path d="M8 4.25C6.75 3.25 5 2.9 2.5 3v9.25c2.5-.1 4.25.25 5.5 1.25 1.25-1 3-1.35 5.5-1.25V3C11 2.9 9.25 3.25 8 4.25Zm0 0v9.25" />
  ),
  branch: (
    <>
      <circle cx="4.5" cy="4" r="1.6" />
      <circle cx="4.5" cy="12" r="1.6" />
      <circle cx="11.5" cy="5.5" r="1.6" />
      <path d="M4.5 5.6v4.8M11.5 7.1c0 2.4-3 2.2-5.6 3.6" />
    </>
  ),
  calendar: (
    <>
      <rect x="2.25" y="3.25" width="11.5" height="10.5" rx="1.5" />
      <path d="M2.25 6.5h11.5M5.25 1.75v3M10.75 1.75v3" />
    </>
  ),
  chart: <path d="M2.5 13.5h11M4.25 11V7.5M8 11V3M11.75 11V5.5" />,
  check: <path d="m3 8.5 3.25 3.25L13 4.75" />,
  chevronDown: <path d="m4.5 6.25 3.5 3.5 3.5-3.5" />,
  chevronRight: <path d="M6.25 4.5 9.75 8l-3.5 3.5" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 4.75V8l2.25 1.5" />
    </>
  ),
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  copy: (
    <>
      <rect x="5.25" y="5.25" width="8" height="8" rx="1.5" />
      <path d="M10.75 2.75h-6.5a1.5 1.5 0 0 0-1.5 1.5v6.5" />
    </>
  ),
  countdown: <path d="M4.5 2.5h7M4.5 13.5h7M5.5 2.5v1.75L8 8l2.5-3.75V2.5M5.5 13.5v-1.75L8 8l2.5 3.75v1.75" />,
  dead: (
    <>
      <path d="M5.5 2.5h5l3 3v5l-3 3h-5l-3-3v-5Z" />
      <path d="m6 6 4 4M10 6l-4 4" />
    </>
  ),
  delivered: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="m5.5 8.25 1.75 1.75L10.75 6.5" />
    </>
  ),
  discard: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="m4 12 8-8" />
    </>
  ),
  download: <path d="M8 2.75v7.5M4.75 7.25 8 10.5l3.25-3.25M3 13.25h10" />,
  filter: <path d="M2.5 4.5h11M4.75 8h6.5M6.75 11.5h2.5" />,
  firing: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 2.25a5.75 5.75 0 0 1 0 11.5Z" fill="currentColor" />
    </>
  ),
  idle: <rect x="4.25" y="4.25" width="7.5" height="7.5" rx="1" />,
  interval: <path d="M2.5 10V6h3v4h3V6h3v4h2" />,
  key: (
    <>
      <circle cx="5.5" cy="8" r="2.75" />
      <path d="M8.25 8h5.5v2.25M11 8v1.75" />
    </>
  ),
  lines: <path d="M2.5 4.25h11M2.5 8h11M2.5 11.75h7" />,
  log: <path d="M6 4.25h7.5M6 8h7.5M6 11.75h7.5M2.75 4.25h.01M2.75 8h.01M2.75 11.75h.01" />,
  members: (
    <>
      <circle cx="6" cy="5.5" r="2.25" />
      <path d="M1.75 13c.3-2.4 2-3.75 4.25-3.75S9.95 10.6 10.25 13M10.5 3.5a2.1 2.1 0 0 1 0 4M12 9.75c1.3.5 2.1 1.6 2.25 3.25" />
    </>
  ),
  merge: <path d="M3 3.5h2.5L8 8l-2.5 4.5H3M8 8h5.25M11 5.75 13.25 8 11 10.25" />,
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2" />,
  offline: (
    <path d="M2 2l12 12M4.4 6.1A3.4 3.4 0 0 0 4.75 12.75h6.5M7 3.9a3.9 3.9 0 0 1 4.4 3.1 2.9 2.9 0 0 1 2.1 4.2" />
  ),
  pause: <path d="M5.5 3.5v9M10.5 3.5v9" strokeWidth="2" />,
  paused: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M6.5 6v4M9.5 6v4" />
    </>
  ),
  pencil: <path d="m3 13 .6-2.8 7-7a1.4 1.4 0 0 1 2 0l.2.2a1.4 1.4 0 0 1 0 2l-7 7Z" />,
  pin: <path d="M5.5 2.5h5M6.5 2.5v3.75L4.5 9.25h7l-2-3V2.5M8 9.25v4.25" />,
  play: <path d="M5 3.25v9.5L12.75 8Z" fill="currentColor" />,
  plus: <path d="M8 3.25v9.5M3.25 8h9.5" />,
  pomodoro: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 2.5A5.5 5.5 0 0 1 13.5 8H8Z" fill="currentColor" />
    </>
  ),
  pulse: <path d="M1.75 8.5h2.5l2-5 3.25 9 2-4h2.75" />,
  retry: <path d="M13 8A5 5 0 1 1 11.2 4.2M13.25 2v3h-3" />,
  running: (
    <>
      <circle cx="8" cy="8" r="3" fill="currentColor" stroke="none" />
      <circle cx="8" cy="8" r="5.75" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.25" />
      <path d="m10.25 10.25 3.25 3.25" />
    </>
  ),
  settings: (
    <>
      <path d="M2 4.5h7.5M13 4.5h1M2 11.5h1M6.5 11.5H14" />
      <circle cx="11.25" cy="4.5" r="1.75" />
      <circle cx="4.75" cy="11.5" r="1.75" />
    </>
  ),
  spans: <path d="M3 8h10M5 6v4M11 6v4" />,
  split: <path d="M2.75 8H6l2.5-4h4.75M6 8l2.5 4h4.75" />,
  stop: <rect x="4" y="4" width="8" height="8" rx="1" fill="currentColor" />,
  switch: <path d="M3 5.5h9.5L10 3M13 10.5H3.5L6 13" />,
  sync: <path d="M13 6.25A5.25 5.25 0 0 0 3.6 5M3 9.75A5.25 5.25 0 0 0 12.4 11M3.25 2.25V5h2.75M12.75 13.75V11H10" />,
  timesheet: (
    <>
      <rect x="2.25" y="2.75" width="11.5" height="10.5" rx="1.5" />
      <path d="M2.25 6.25h11.5M2.25 9.75h11.5M6.5 6.25v7" />
    </>
  ),
  weeks: (
    <>
      <rect x="2.25" y="3.25" width="11.5" height="10.5" rx="1.5" />
      <path d="M5.25 1.75v3M10.75 1.75v3M5.5 9l1.75 1.75L10.75 7.25" />
    </>
  ),
  warning: <path d="M8 2.5 14 13H2ZM8 6.5v3M8 11.2v.1" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof DRAWINGS;

/** Decoration beside words; a control that is an icon alone carries its name in `aria-label`. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames('block size-4 shrink-0', className)}
    >
      {DRAWINGS[name]}
    </svg>
  );
}
