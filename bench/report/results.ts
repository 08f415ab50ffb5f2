import type { Machine } from '#/bench/report/machine.ts';
import type { BacklogResult } from '#/bench/scenarios/backlog.ts';
import type { BridgeResult } from '#/bench/scenarios/bridge.ts';
import type { DepthResult } from '#/bench/scenarios/depth.ts';
import type { GrpcResult } from '#/bench/scenarios/grpc.ts';
import type { LatenessResult } from '#/bench/scenarios/lateness.ts';
import type { RegistrationResult } from '#/bench/scenarios/registration.ts';
import type { ReportsResult } from '#/bench/scenarios/reports.ts';
import type { ThroughputResult } from '#/bench/scenarios/throughput.ts';
import type { ThunderingHerdResult } from '#/bench/scenarios/thundering-herd.ts';
import type { WorkersResult } from '#/bench/scenarios/workers.ts';

/** Results by scenario; those not requested, or failed, are absent. */
export type Measurements = {
  registration?: RegistrationResult;
  grpc?: GrpcResult;
  bridge?: BridgeResult;
  lateness?: LatenessResult;
  throughput?: ThroughputResult;
  herd?: ThunderingHerdResult;
  backlog?: BacklogResult;
  depth?: DepthResult;
  workers?: WorkersResult;
  reports?: ReportsResult;
};

export type Results = {
  quick: boolean;
  machine: Machine;
  /** Versions and settings of those measured. */
  participants: Record<string, string>;
  measurements: Measurements;
};
