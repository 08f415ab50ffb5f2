import type { BrowserContext } from '@playwright/test';
import { callApi } from '#/e2e/support.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { newId } from '#/lib/core/ids.ts';
import { connect } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { stopSending } from '#/lib/jobs/enqueue.ts';
import { enqueueNotification } from '#/lib/jobs/notification-job.ts';

/** The database of the service at E2E_URL. */
const DATABASE_URL = process.env.E2E_DATABASE_URL ?? process.env.DATABASE_URL ?? '';

/** Makes the worker notify the signed-in person that timers with these labels have been running for six hours. */
export async function notifyOfLongRuns(context: BrowserContext, ...labels: string[]): Promise<void> {
  const { user, workspace } = await callApi(context, 'get', '/me');
  const to = { workspaceId: workspace.id as string, userId: user.id as string };
  const db = connect(DATABASE_URL, 2);
  const credential = { kind: 'worker', name: 'test' } as const;
  const actor = { ...to, role: 'member', scopes: new Set<string>(), credential } as const;
  try {
    for (const label of labels) {
      const data = { timer_id: newId(), label, elapsed_seconds: 21_600 };
      await transaction({ db, clock: databaseClock, requestId: null, actor }, (ctx) =>
        enqueueNotification(ctx, { ...to, kind: 'long_run', fact: newId(), data }),
      );
    }
  } finally {
    await stopSending(db);
    await db.$disconnect();
  }
}
