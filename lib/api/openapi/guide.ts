/** What holds for every operation; the reference page shows it first. */
export const GUIDE = `## Begin

Create an API key under Settings, API keys. It acts for you, in one workspace, and may do what its scopes say.

\`\`\`sh
curl -s "$SERVER/api/v1/me" -H "Authorization: Bearer $API_KEY"
\`\`\`

## Who you are

Programs send an API key as \`Authorization: Bearer <key>\`. A signed-in browser is known by its session cookie; its writes must come from a page of this site. 401 means nobody is known, 403 \`forbidden\` names the scope that is missing as \`required_scope\`. What lies in another workspace returns 404, exactly as what does not exist. A change may name the workspace it is meant for as \`X-Workspace-Id\`: where you work in another one by now it returns 409 \`workspace_switched\`, and nothing is changed.

## Bodies

A response names what it is about: \`{ "alarm": { … }, "server_time": "…" }\`; lists are in the plural, \`{ "alarms": [ … ] }\`. Reports, \`/operations\` and \`/me\` are documents of many things and have no noun.

## Instants and durations

Instants are RFC 3339 in UTC. Durations are integers with their unit in the name (\`elapsed_ms\`, \`cap_seconds\`); where you send one, \`PT1H30M\` and \`1h30m\` do as well. Every response carries \`server_time\`.

## Errors

Every error is \`application/problem+json\` (RFC 9457). \`code\` is stable and made for programs, \`detail\` says to a person what to do next, \`errors\` points at the fields (\`/title\`, \`#/query/limit\`, \`#/header/If-Match\`), \`request_id\` is the response's \`X-Request-Id\`. A conflict (409, 412) carries what it lost to as \`current\`. A request that gets an error has changed nothing.

Unknown fields and parameters are rejected, so that a typo can't go unnoticed. An unknown path returns 404 \`path_not_found\`, a known path with another method 405 \`method_not_allowed\` with \`Allow\`.

## Pages

Lists return a page and \`next_cursor\`; send it as \`cursor\` for the next one, with the other parameters as they were. \`null\`: that was the last. A cursor is opaque.

## Repeats

Send an \`Idempotency-Key\` with a POST, and a repeat gets the first response, marked \`Idempotency-Replayed: true\`, errors included; nothing is done twice. Errors that pass by themselves are not kept: 429, 5xx, \`alarm_already_firing\`, \`delivery_in_flight\`, \`query_too_slow\` and \`timers_disabled\`. Repeat those with the same key. The key with another body returns 422. A ping to an endpoint takes none: it talks to the outside, and a repeat sends another. Keys are yours: those of others do not meet them.

## Versions of things

What can change carries a \`version\`, with which its \`ETag\` begins. Send the tag back as \`If-Match\` (or the version in quotes, \`"3"\`; several, separated by commas; \`*\` for any), and what somebody changed meanwhile is not overwritten: 412 with the present state as \`current\`. Tags are compared strongly, so one that a proxy has weakened (\`W/\`) matches nothing. Changes of what has no versions reject \`If-Match\` with 400.

One thing that is read, and this document, have an \`ETag\`; send it as \`If-None-Match\`, and where nothing has changed since the response is 304 without a body. The time that a running timer has taken, or that is left of an alarm, is no change.

## Limits

Requests are counted by key or session, by person and by workspace, without a key or session by address. \`RateLimit\` and \`RateLimit-Policy\` tell where you stand; over the limit 429 \`rate_limited\` says in \`Retry-After\` how many seconds to wait. A body has at most 256 KB, a batch of alarms 8 MB.

## Versions of this API

This is version 1. Responses may gain fields, lists of values may gain members, and new operations may come: be tolerant in what you read. Nothing else changes under \`/api/v1\`.
`;
