/** True in `npm run prove`, which takes races, fuzz and models to their full size and draws its own seeds. */
export const IS_PROVE = process.env.TEST_PURPOSE === 'prove';

/** How many of something a test does: few in the gate, where logic is shown, and many in `npm run prove`. */
export function scaled(inGate: number, inProve: number): number {
  return IS_PROVE ? inProve : inGate;
}
