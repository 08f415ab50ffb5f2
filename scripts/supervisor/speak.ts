import { styleText } from 'node:util';
import { prettyFactory } from 'pino-pretty';

/** Prints a line of one of the parts, prefixed with the part's name. */
export type LogLine = (part: string, line: string) => void;

const COLORS = ['cyan', 'magenta', 'blue', 'green'] as const;
const PARTS = ['start', 'database', 'web', 'worker'];
const WIDTH = Math.max(...PARTS.map((part) => part.length));

/** Readable lines with colored names; log records of pino become text. */
export function prettySpeech(): LogLine {
  const pretty = prettyFactory({
    colorize: process.stdout.isTTY ?? false,
    ignore: 'pid,hostname,service',
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
  });
  return (part, line) => {
    const color = COLORS[PARTS.indexOf(part)] ?? 'white';
    const name = styleText(color, `${part.padEnd(WIDTH)} │`, { stream: process.stdout });
    const text = line.startsWith('{') ? pretty(line).trimEnd() : line;
    for (const row of text.split('\n')) process.stdout.write(`${name} ${row}\n`);
  };
}

/** One JSON object a line, for collectors (LOG_FORMAT=json). Records of the parts pass unchanged. */
export function jsonSpeech(): LogLine {
  return (part, line) => {
    if (line.startsWith('{')) process.stdout.write(`${line}\n`);
    else {
      const record = { level: 'info', time: new Date().toISOString(), service: `timer-service-${part}`, msg: line };
      process.stdout.write(`${JSON.stringify(record)}\n`);
    }
  };
}
