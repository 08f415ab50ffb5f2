import { isAppError } from '#/lib/core/errors.ts';
import { connect } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { playDemo } from '#/scripts/demo/play.ts';
import { TEAM } from '#/scripts/demo/team.ts';
import { StartError } from '#/scripts/start-error.ts';

const DAYS = 92;
const PASSWORD = 'demo-timer-service';

/** `npm run demo [seed]`: a workspace of four with three months of work up to now. */
export default async function fillDemo([seed = '1']: string[]): Promise<void> {
  const db = connect(process.env.DATABASE_URL ?? '', 1);
  try {
    const now = await databaseClock.now(db);
    const sessions = await playDemo(db, { seed: Number(seed), days: DAYS, now, password: PASSWORD });
    console.log(`${sessions} sessions of ${TEAM.length} members over ${DAYS} days.`);
    console.log(`Sign in as ${TEAM[0].email} with the password ${PASSWORD}`);
  } catch (error) {
    if (!isAppError(error, 'email_taken')) throw error;
    throw new StartError('The demo is there already. To make it again: npm run db:reset, then npm run demo.', error);
  } finally {
    await db.$disconnect();
  }
}
