import type { ChannelModel } from 'amqplib';

/** The first version whose quorum queues drop messages delivered 20 times, unless set otherwise. */
const FIRST_MAJOR_WITH_LIMIT = 4;

/**
 * Creates the queue where it is missing, as a durable quorum queue. An existing one is left unchanged, whatever its
 * kind.
 */
export async function ensureQueue(model: ChannelModel, queue: string): Promise<void> {
  if (!(await isThere(model, queue))) await createQueue(model, queue);
}

/** Uses a channel of its own, since a missing queue closes it. */
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
  // Messages that only wait for the database are redelivered too. Older servers have no limit, and no setting for none.
  const limit = major >= FIRST_MAJOR_WITH_LIMIT ? { 'x-delivery-limit': -1 } : {};
  await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum', ...limit } });
  await channel.close();
}
