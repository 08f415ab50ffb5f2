// Messages and services of gRPC, for `createClient` of @connectrpc/connect and any of its transports.
// biome-ignore-all lint/performance/noBarrelFile: the second door of a package.
// biome-ignore-all lint/performance/noReExportAll: all that is generated belongs to it.
export * from './generated/timerservice/v1/alarms_pb.ts';
export * from './generated/timerservice/v1/common_pb.ts';
export * from './generated/timerservice/v1/timers_pb.ts';
