/** Where an alarm publishes to: a broker of the workspace, and one of its streams, queues or subjects. */
export type BrokerAddress = { brokerId: string; target: string };

/** Characters of a stream, queue or subject: visible ASCII, as all kinds of brokers take them. */
export const TARGET = /^[!-~]+$/;
export const MAX_TARGET = 200;

const SCHEME = 'broker://';
const ID_LENGTH = 36;
const ADDRESS = /^broker:\/\/[0-9a-f-]{36}\/./;

/** What an alarm's row has for its URL. Targets are stored as they are: what follows the id is nothing else. */
export function brokerUrl({ brokerId, target }: BrokerAddress): string {
  return `${SCHEME}${brokerId}/${target}`;
}

/** Where this URL of an alarm's row publishes to; null when it is called by HTTP, or there is none. */
export function parseBrokerAddress(url: string | null): BrokerAddress | null {
  if (url === null || !ADDRESS.test(url)) return null;
  const end = SCHEME.length + ID_LENGTH;
  return { brokerId: url.slice(SCHEME.length, end), target: url.slice(end + 1) };
}

/** The receiver that alarms for one broker share, as the origin of a URL is that of webhooks. */
export function brokerOrigin(brokerId: string): string {
  return `${SCHEME}${brokerId}`;
}

/** Whether this is such a receiver. */
export function isBrokerOrigin(text: string): boolean {
  return ADDRESS.test(`${text}/.`);
}
