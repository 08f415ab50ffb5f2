import type { ConfirmChannel } from 'amqplib';
import { dropLargeContent } from '#/lib/bridge/adapters/amqp-connection.ts';
import { BrokerError, type OutgoingMessage } from '#/lib/bridge/adapters/broker-connection.ts';
import { LARGEST_MESSAGE_BYTES } from '#/lib/bridge/adapters/message-buffer.ts';

/** Publishes persistent messages to queues by the default exchange, and waits for their confirmations. */
export class RabbitMqPublisher {
  readonly channel: ConfirmChannel;
  /** Ids of messages that no queue took. */
  readonly #returned = new Set<string>();

  constructor(channel: ConfirmChannel) {
    this.channel = channel;
    dropLargeContent(channel, LARGEST_MESSAGE_BYTES);
    channel.on('return', ({ properties }) => this.#returned.add(String(properties.messageId)));
    // Each error is followed by 'close'.
    channel.on('error', () => {});
  }

  /** @throws BrokerError `rejected` when there is no such queue, and errors of amqplib unchanged. */
  async publish({ target, id, body }: OutgoingMessage): Promise<void> {
    const options = {
      persistent: true,
      mandatory: true,
      messageId: id,
      contentType: 'application/cloudevents+json; charset=utf-8',
    };
    await new Promise<void>((resolve, reject) => {
      this.channel.sendToQueue(target, Buffer.from(body), options, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
    // A message that no queue takes is returned first, and then still confirmed.
    if (!this.#returned.delete(id)) return;
    const detail = 'RabbitMQ has no queue of this name anymore. It is created with the next attempt.';
    throw new BrokerError('rejected', detail);
  }
}
