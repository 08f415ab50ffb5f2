import { openText, sealText } from '#/lib/core/sealed-text.ts';
import { gitlab } from '#/lib/tracking/worklogs/gitlab.ts';
import { jiraCloud, jiraDataCenter } from '#/lib/tracking/worklogs/jira.ts';
import type { Tracker, TrackerCalls } from '#/lib/tracking/worklogs/tracker.ts';
import type { WorklogSettings } from '#/lib/tracking/worklogs/worklog.ts';

/** As stored in the table. */
export function sealToken(token: string, sourceId: string): string {
  return sealText(token, purposeOf(sourceId));
}

/** The tracker from its settings; null when the token can't be decrypted, since AUTH_SECRET has changed. */
export function trackerOf(settings: WorklogSettings, calls: TrackerCalls): Tracker | null {
  const { tracker, baseUrl, email, adjustsEstimate, sealedToken, sourceId } = settings;
  const token = openText(sealedToken, purposeOf(sourceId));
  if (token === null) return null;
  switch (tracker) {
    case 'gitlab':
      return gitlab(calls, { baseUrl, token });
    case 'jira_cloud':
      return jiraCloud(calls, { baseUrl, token, email: email ?? '', adjustsEstimate });
    case 'jira_data_center':
      return jiraDataCenter(calls, { baseUrl, token, adjustsEstimate });
  }
}

function purposeOf(sourceId: string): string {
  return `worklog token\n${sourceId}`;
}
