import { findDrift } from '#/scripts/check/drift.ts';

// A separate process: a panic of the WebAssembly engine must not end the other checks, and its connection pools would
// keep the process alive for ten seconds.
const missing = await findDrift();
if (missing) {
  console.log(`prisma/schema.prisma and prisma/migrations disagree. A new migration with this SQL makes them agree:\n`);
  console.log(missing);
}
process.exit(missing ? 1 : 0);
