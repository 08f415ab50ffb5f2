import { writeExport } from '#/lib/analytics/exports/write-export.ts';
import { connect } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { stopSending } from '#/lib/jobs/enqueue.ts';

// Writes two exports as a worker does, and says how much memory the process had at most after each: the first is a small
// one, by which all that is needed is loaded. `node … DATABASE_URL SMALL_ID ID`

const [, , url = '', smallId = '', id = ''] = process.argv;
const db = connect(url, 4);
const system = { db, clock: databaseClock, requestId: null };
await writeExport(system, smallId);
const before = process.resourceUsage().maxRSS;
await writeExport(system, id);
const after = process.resourceUsage().maxRSS;
await stopSending(db);
await db.$disconnect();
// Kibibytes, as Linux counts them.
console.log(JSON.stringify({ before_mb: before / 1_000, after_mb: after / 1_000 }));
process.exit(0);
