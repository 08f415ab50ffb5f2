// Rules for tests of the gate, whose result must not depend on the speed of the machine. Searches text, not syntax,
// since the formatter gives it one form.

export type Violation = { file: string; line: number; what: string; instead: string };

/** Longer than any stall of a busy machine. */
export const MIN_WAIT_MS = 30_000;

type Rule = { pattern: RegExp; what: string; instead: string };

const RULES: Rule[] = [
  {
    pattern: /\bvi\.wait(For|Until)\(/,
    what: 'vi.waitFor gives up after a second',
    instead: 'Use eventually() of #/test/eventually.ts.',
  },
  {
    pattern: /\bwaitForTimeout\(/,
    what: 'a fixed sleep',
    instead: 'Wait for what is to come about: a locator, a response, an assertion with toPass().',
  },
  {
    pattern: /\bexpect\(.*\b(performance\.now|Date\.now)\(\).*\)\.(not\.)?toBe(Less|Greater)Than/,
    what: 'an assertion on how long something took',
    instead: 'Assert what came about. How fast it is, a *.speed.test.ts (npm run bench -- speed) or e2e/speed tells.',
  },
  {
    pattern: /\bexpect\(.*\b(took|lasted|waited|elapsed)(Ms|Seconds)?\b.*\)\.(not\.)?toBe(Less|Greater)Than/,
    what: 'an assertion on how long something took',
    instead: 'Set the clock by hand, or measure it in a *.speed.test.ts (npm run bench -- speed) or e2e/speed.',
  },
];

const TIMEOUT = /\btimeout: ?([\d_]+)/;
const OUTER_WAIT = /^(\s*)(?:await )?expect\(async \(\) => \{$|^(\s*)(?:await )?eventually\(async \(\) => \{$/;

/** The lines of a test file that wait or measure; `text` is the file's content. */
export function violationsIn(file: string, text: string): Violation[] {
  const lines = text.split('\n');
  const violations = lines.flatMap((line, index) =>
    RULES.filter(({ pattern }) => pattern.test(line)).map(({ what, instead }) => ({
      file,
      line: index + 1,
      what,
      instead,
    })),
  );
  return [...violations, ...shortWaits(file, lines)];
}

/** Time limits under half a minute; limits of single attempts within a longer wait are allowed. */
function shortWaits(file: string, lines: readonly string[]): Violation[] {
  const violations: Violation[] = [];
  let end: string | null = null;
  for (const [index, line] of lines.entries()) {
    const [, ofExpect, ofEventually] = OUTER_WAIT.exec(line) ?? [];
    end ??= ofExpect ?? ofEventually ?? null;
    if (end !== null) {
      if (line.startsWith(`${end}})`)) end = null;
      else continue;
    }
    const ms = Number(TIMEOUT.exec(line)?.[1]?.replaceAll('_', '') ?? MIN_WAIT_MS);
    if (ms >= MIN_WAIT_MS) continue;
    const what = `a wait of ${ms} ms`;
    const instead = 'Leave the limit out (30 s), or let a short attempt repeat in expect(async () => …).toPass().';
    violations.push({ file, line: index + 1, what, instead });
  }
  return violations;
}
