/** The gate draws the same examples each time, so that a new counterexample doesn't stop unrelated work. */
const FIXED = 20_261_121;

/** Seed of all random tests. `npm run prove` draws a new one for each run and prints it; TEST_SEED repeats it. */
export const TEST_SEED = Number(process.env.TEST_SEED ?? FIXED);
