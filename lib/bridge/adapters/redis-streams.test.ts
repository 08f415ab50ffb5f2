import { brokerContract } from '#/test/brokers/broker-contract.ts';
import { startRedisServer } from '#/test/brokers/redis-server.ts';

brokerContract('redis', startRedisServer, { reclaims: true });
