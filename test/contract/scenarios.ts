import { accountScenarios } from '#/test/contract/account-scenarios.ts';
import { alarmScenarios } from '#/test/contract/alarm-scenarios.ts';
import { commonScenarios } from '#/test/contract/common-scenarios.ts';
import { endpointScenarios } from '#/test/contract/endpoint-scenarios.ts';
import type { Scenario } from '#/test/contract/scene.ts';
import { serviceScenarios } from '#/test/contract/service-scenarios.ts';
import { timerScenarios } from '#/test/contract/timer-scenarios.ts';
import { workScenarios } from '#/test/contract/work-scenarios.ts';

/** Every answer we know how to bring about. */
export const SCENARIOS: readonly Scenario[] = [
  ...commonScenarios,
  ...accountScenarios,
  ...timerScenarios,
  ...workScenarios,
  ...alarmScenarios,
  ...endpointScenarios,
  ...serviceScenarios,
];
