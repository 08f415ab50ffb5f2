/** What one check found. A finding that is not ok says what it means and what to do. */
export type Finding =
  | { check: string; state: 'ok'; found: string }
  | { check: string; state: 'warning' | 'failed'; found: string; means: string; todo: string };

type Trouble = { found: string; means: string; todo: string };

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found });
export const warning = (check: string, trouble: Trouble): Finding => ({ check, state: 'warning', ...trouble });
export const failed = (check: string, trouble: Trouble): Finding => ({ check, state: 'failed', ...trouble });

/** The worst state of all. */
export function stateOf(findings: readonly Finding[]): Finding['state'] {
  if (findings.some(({ state }) => state === 'failed')) return 'failed';
  return findings.some(({ state }) => state === 'warning') ? 'warning' : 'ok';
}

const WIDTH = 'warning'.length;

/** One line for each check, two more below each that isn't ok, and the count at the end. */
export function formatFindings(findings: readonly Finding[]): string {
  const margin = ' '.repeat(WIDTH + 2);
  const lines = findings.flatMap((finding) => {
    const line = `${finding.state.padEnd(WIDTH)}  ${finding.check}: ${finding.found}`;
    if (finding.state === 'ok') return [line];
    return [line, `${margin}What it means: ${finding.means}`, `${margin}What to do: ${finding.todo}`];
  });
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const warnings = count('warning') === 1 ? '1 warning' : `${count('warning')} warnings`;
  return [...lines, '', `${count('ok')} ok, ${warnings}, ${count('failed')} failed`].join('\n');
}
