// Internals of amqplib used here that its package does not declare. Its version is pinned.

declare module '*/amqplib/lib/connection.js' {
  import type { EventEmitter } from 'node:events';
  import type { Duplex } from 'node:stream';

  export class Connection extends EventEmitter {
    constructor(underlying: Duplex);
    open(fields: object, done: (error: Error | null) => void): void;
  }
}

declare module '*/amqplib/lib/channel_model.js' {
  import type { EventEmitter } from 'node:events';
  import type { ChannelModel as Model } from 'amqplib';

  export const ChannelModel: new (connection: EventEmitter) => Model;
}
