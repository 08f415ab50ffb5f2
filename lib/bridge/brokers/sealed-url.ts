import type { Broker } from '#/lib/bridge/brokers/broker.ts';
import { openText, sealText } from '#/lib/core/sealed-text.ts';

/** A broker's URL as its row stores it. */
export function sealBrokerUrl(url: string, brokerId: string): string {
  return sealText(url, purposeOf(brokerId));
}

/** The URL with its credentials, or null when it can't be read: AUTH_SECRET has changed since. */
export function openBrokerUrl({ id, sealedUrl }: Pick<Broker, 'id' | 'sealedUrl'>): string | null {
  return openText(sealedUrl, purposeOf(id));
}

/** The URL without credentials, for people; null when it can't be read anymore. */
export function shownBrokerUrl(broker: Pick<Broker, 'id' | 'sealedUrl'>): string | null {
  const url = URL.parse(openBrokerUrl(broker) ?? '');
  return url && `${url.protocol}//${url.host}${url.pathname}`;
}

function purposeOf(brokerId: string): string {
  return `url of broker ${brokerId}`;
}
