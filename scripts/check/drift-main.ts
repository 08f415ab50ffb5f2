import { findDrift } from '#/scripts/check/drift.ts';

// A process of its own: a panic of the WebAssembly engine must not take the other checks with it, and its connection
// pools would hold the process for ten seconds.
const missing = await findDrift();
if (missing) {
  console.log(`prisma/schema.prisma and prisma/migrations disagree. A new migration with this SQL makes them agree:\n`);
  console.log(missing);
}
process.exit(missing ? 1 : 0);
