import type { Participant, ParticipantName } from '#/bench/participant.ts';
import type { PeerQuestions } from '#/bench/peers/serve-peer.ts';
import { Child } from '#/bench/processes/child.ts';
import type { CleanUp } from '#/bench/processes/clean-up.ts';
import { logIn } from '#/bench/processes/open-log.ts';

type PeerOptions = {
  name: ParticipantName;
  label: string;
  script: string;
  cleanUp: CleanUp;
  receiverUrl: string;
  /** Creates an empty store for it, and returns the setting with its address. */
  prepare: () => Promise<Record<string, string>>;
};

/** Whole milliseconds, the resolution of all three. */
const PEER_GRAIN_US = 1_000;

/** A peer in a separate process, on a store that is emptied at each start. */
export function peer({ name, label, script, cleanUp, receiverUrl, prepare }: PeerOptions): Participant {
  const log = logIn(cleanUp.folder, name);
  let child: Child<PeerQuestions> | undefined;
  cleanUp.add(() => child?.stop());
  return {
    name,
    label,
    grainUs: PEER_GRAIN_US,
    start: async () => {
      const env = { ...(await prepare()), RECEIVER_URL: receiverUrl };
      child = new Child<PeerQuestions>({ args: [script], env, log });
      await child.ready();
    },
    create: async (alarms) => {
      await child?.call('create', alarms);
    },
    stop: async () => {
      await child?.stop();
      child = undefined;
    },
  };
}
