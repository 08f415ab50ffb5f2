/** Where an alarm publishes to: a broker of the workspace, and one of its streams, queues or subjects. */
export type BrokerAddress = { brokerId: string; target: string };

/** Characters of a stream, queue or subject: visible ASCII, which every kind of broker accepts. */
export const TARGET = /^[!-~]+$/;
export const MAX_TARGET = 200;

const SCHEME = 'broker://';
const ID_LENGTH = 36;
const ADDRESS = /^broker:\/\/[0-9a-f-]{36}\/./;

/** The URL in an alarm's row for a broker. Targets are stored unescaped: everything after the id is the target. */
export function brokerUrl({ brokerId, target }: BrokerAddress): string {
  return `${SCHEME}${brokerId}/${target}`;
}

/** Where this URL of an alarm's row publishes to; null when it is called by HTTP, or there is none. */
export function parseBrokerAddress(url: string | null): BrokerAddress | null {
  if (url === null || !ADDRESS.test(url)) return null;
  const end = SCHEME.length + ID_LENGTH;
  return { brokerId: url.slice(SCHEME.length, end), target: url.slice(end + 1) };
}

/** The receiver that alarms for one broker share, as webhooks share the origin of a URL. */
export function brokerOrigin(brokerId: string): string {
  return `${SCHEME}${brokerId}`;
}

/** Whether this is such a receiver. */
export function isBrokerOrigin(text: string): boolean {
  return ADDRESS.test(`${text}/.`);
}
