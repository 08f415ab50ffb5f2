import { queryOptions } from '@tanstack/react-query';
import type { Http } from '#/lib/client/http/http.ts';
import type { CurrentWebhookSecretJson, WebhookSecretListJson } from '#/lib/webhooks/secrets/webhook-secret-schemas.ts';

export const WEBHOOK_SECRETS_KEY = ['webhook-secrets'] as const;

/** The secrets that sign the workspace's alarms, in full only while they are shown. */
export function alarmSecretQuery(http: Http, isShown: boolean) {
  return queryOptions({
    queryKey: WEBHOOK_SECRETS_KEY,
    queryFn: async ({ signal }) => {
      const { webhook_secret: current } = await http.send<CurrentWebhookSecretJson>('/webhook-secrets/current', {
        signal,
      });
      const { webhook_secrets: all } = await http.send<WebhookSecretListJson>('/webhook-secrets', { signal });
      return { secret: current.secret, previous: all.filter(({ id }) => id !== current.id) };
    },
    enabled: isShown,
    gcTime: 0,
  });
}
