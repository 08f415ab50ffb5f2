import { brokerContract } from '#/test/brokers/broker-contract.ts';
import { startNatsServer } from '#/test/brokers/nats-server.ts';
import { startRabbitMqServer } from '#/test/brokers/rabbitmq-server.ts';

// The contract that the gate checks with Redis.
brokerContract('rabbitmq', startRabbitMqServer, { reclaims: false });
brokerContract('nats', () => startNatsServer(), { reclaims: false });
