import type { ChannelModel } from 'amqplib';

/** The first version whose quorum queues drop what was delivered 20 times, unless they are told not to. */
const LIMITING_MAJOR = 4;

/**
 * Creates the queue where it is missing, as a durable quorum queue. One that is there is left as it is, whatever kind it
 * is of.
 */
export async function ensureQueue(model: ChannelModel, queue: string): Promise<void> {
  if (!(await isThere(model, queue))) await createQueue(model, queue);
}

/** On a channel of its own, which a missing queue closes. */
async function isThere(model: ChannelModel, queue: string): Promise<boolean> {
  const channel = await model.createChannel();
  channel.on('error', () => {});
  try {
    await channel.checkQueue(queue);
    await channel.close();
    return true;
  } catch (error) {
    if ((error as { code?: number }).code === 404) return false;
    throw error;
  }
}

async function createQueue(model: ChannelModel, queue: string): Promise<void> {
  const channel = await model.createChannel();
  channel.on('error', () => {});
  const major = Number.parseInt(model.connection.serverProperties.version, 10);
  // Also what only waits for the database is redelivered. Older servers have no limit, and no word for none.
  const limit = major >= LIMITING_MAJOR ? { 'x-delivery-limit': -1 } : {};
  await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum', ...limit } });
  await channel.close();
}
