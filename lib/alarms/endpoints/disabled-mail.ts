import type { Endpoint } from '#/lib/alarms/endpoints/endpoint.ts';
import type { Mail } from '#/lib/jobs/mail.ts';
import { mailName } from '#/lib/jobs/mail-name.ts';

type About = { endpoint: Endpoint; failingSince: Date; workspaceName: string; settingsUrl: string };

/** What admins read when an endpoint was disabled by the service. */
export function disabledMail(to: string, { endpoint, failingSince, workspaceName, settingsUrl }: About): Mail {
  return {
    to,
    subject: `Webhook disabled: ${new URL(endpoint.url).host}`,
    text: [
      `Nothing has reached this webhook of ${mailName(workspaceName)} since ${utc(failingSince)}, so it was disabled:`,
      endpoint.url,
      '',
      'Events are not queued for it any more, and what was still being tried was given up.',
      `Once the receiver works, enable it and replay what was given up: ${settingsUrl}`,
    ].join('\n'),
  };
}

function utc(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
