import { openSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type Log = {
  /** The name of the process in messages. */
  name: string;
  file: string;
  /** Its last lines, as a sentence. */
  tail: () => string;
  /** Whether these words were written since the log was last opened. */
  hasLogged: (text: string) => boolean;
};

const TAIL_LINES = 12;

/** The output of a process; emptied by each new process of that name. */
export function logIn(folder: string, name: string): Log {
  const file = path.join(folder, `${name}.log`);
  const read = () => readFileSync(file, 'utf8');
  return {
    name,
    file,
    tail: () => `Last lines:\n${read().trimEnd().split('\n').slice(-TAIL_LINES).join('\n')}`,
    hasLogged: (words) => read().includes(words),
  };
}

/** A descriptor of the emptied log, for `stdio` of a child: output then needs no pipe. */
export function openLog(log: Log): number {
  return openSync(log.file, 'w');
}
