/** True in `npm run prove`, which runs races, fuzz and models at full size and draws its own seeds. */
export const IS_PROVE = process.env.TEST_PURPOSE === 'prove';

/** How many iterations a test runs: few in the gate, where logic is shown, and many in `npm run prove`. */
export function scaled(inGate: number, inProve: number): number {
  return IS_PROVE ? inProve : inGate;
}
