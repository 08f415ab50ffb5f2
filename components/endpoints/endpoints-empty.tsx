import { FirstCall } from '#/components/reference/first-call.tsx';

const FIRST_ENDPOINT = { url: 'https://example.com/hooks/timers', event_types: ['timer.stopped', 'alarm.dead'] };

/** Explains webhooks, and how a program creates the first. */
export function EndpointsEmpty() {
  return (
    <div className="max-w-[640px]">
      <p className="mb-4 text-text-3">No webhooks yet. A webhook notifies your program of events here.</p>
      <FirstCall path="/endpoints" body={FIRST_ENDPOINT} heading="h3" />
    </div>
  );
}
