import { accountScenarios } from '#/test/contract/account-scenarios.ts';
import { alarmScenarios } from '#/test/contract/alarm-scenarios.ts';
import { apiKeyScenarios } from '#/test/contract/api-key-scenarios.ts';
import { brokerScenarios } from '#/test/contract/broker-scenarios.ts';
import { commonScenarios } from '#/test/contract/common-scenarios.ts';
import { correctionScenarios } from '#/test/contract/correction-scenarios.ts';
import { endpointScenarios } from '#/test/contract/endpoint-scenarios.ts';
import { exportScenarios } from '#/test/contract/export-scenarios.ts';
import { importScenarios } from '#/test/contract/import-scenarios.ts';
import { notificationScenarios } from '#/test/contract/notification-scenarios.ts';
import { phaseScenarios } from '#/test/contract/phase-scenarios.ts';
import { proposalScenarios } from '#/test/contract/proposal-scenarios.ts';
import { questionScenarios } from '#/test/contract/question-scenarios.ts';
import { receiverScenarios } from '#/test/contract/receiver-scenarios.ts';
import { reportScenarios } from '#/test/contract/report-scenarios.ts';
import { savedReportScenarios } from '#/test/contract/saved-report-scenarios.ts';
import type { Scenario } from '#/test/contract/scene.ts';
import { scheduleScenarios } from '#/test/contract/schedule-scenarios.ts';
import { serviceScenarios } from '#/test/contract/service-scenarios.ts';
import { socketScenarios } from '#/test/contract/socket-scenarios.ts';
import { syncScenarios } from '#/test/contract/sync-scenarios.ts';
import { ticketSourceScenarios } from '#/test/contract/ticket-source-scenarios.ts';
import { timerScenarios } from '#/test/contract/timer-scenarios.ts';
import { weekScenarios } from '#/test/contract/week-scenarios.ts';
import { workScenarios } from '#/test/contract/work-scenarios.ts';

/** Every response that a scenario produces. */
export const SCENARIOS: readonly Scenario[] = [
  ...commonScenarios,
  ...accountScenarios,
  ...apiKeyScenarios,
  ...notificationScenarios,
  ...timerScenarios,
  ...phaseScenarios,
  ...correctionScenarios,
  ...proposalScenarios,
  ...weekScenarios,
  ...reportScenarios,
  ...savedReportScenarios,
  ...importScenarios,
  ...questionScenarios,
  ...workScenarios,
  ...syncScenarios,
  ...ticketSourceScenarios,
  ...alarmScenarios,
  ...scheduleScenarios,
  ...receiverScenarios,
  ...brokerScenarios,
  ...endpointScenarios,
  ...exportScenarios,
  ...serviceScenarios,
  ...socketScenarios,
];
