/** What applies to every operation; the reference page shows it first. */
export const GUIDE = `## Getting started

Create an API key under Settings, API keys. It acts for you, in one workspace, within its scopes.

\`\`\`sh
curl -s "$SERVER/api/v1/me" \\
  -H "Authorization: Bearer $API_KEY"
\`\`\`

## Authentication

Programs send an API key as \`Authorization: Bearer <key>\`. A signed-in browser is authenticated by its session cookie; its writes must come from a page of this site. 401 means that the request is not authenticated; 403 \`forbidden\` names the missing scope as \`required_scope\`. Things in another workspace return 404, exactly like things that do not exist. A change may name the workspace it is meant for as \`X-Workspace-Id\`: if you have switched to another one since, it returns 409 \`workspace_switched\`, and nothing is changed.

## Requests and responses

A response names what it is about: \`{ "alarm": { … }, "server_time": "…" }\`; lists are in the plural, \`{ "alarms": [ … ] }\`. Reports, \`/operations\` and \`/me\` are documents of many things and have no noun.

## Instants and durations

Instants are RFC 3339 in UTC. Durations are integers with their unit in the name (\`elapsed_ms\`, \`cap_seconds\`); where you send one, \`PT1H30M\` and \`1h30m\` also work. Every response carries \`server_time\`.

## Errors

Every error is \`application/problem+json\` (RFC 9457). \`code\` is stable and for programs, \`detail\` tells a person what to do next, \`errors\` points at the fields (\`/title\`, \`#/query/limit\`, \`#/header/If-Match\`), \`request_id\` is the response's \`X-Request-Id\`. A conflict (409, 412) carries the current state as \`current\`. A request that returns an error has changed nothing.

Unknown fields and parameters are rejected, so that a typo can't go unnoticed. An unknown path returns 404 \`path_not_found\`, a known path with another method 405 \`method_not_allowed\` with \`Allow\`.

## Pagination

Lists return a page and \`next_cursor\`; send it as \`cursor\` for the next one, with the other parameters as they were. \`null\` means that it was the last page. A cursor is opaque.

## Idempotency

Send an \`Idempotency-Key\` with a POST, and a repeat returns the first response, marked \`Idempotency-Replayed: true\`, errors included; nothing is done twice. Temporary errors are not kept: 429, 5xx, \`alarm_already_firing\`, \`delivery_in_flight\`, \`query_too_slow\` and \`timers_disabled\`. Repeat those with the same key. The key with another body returns 422. A ping to an endpoint takes none: it calls the endpoint, and a repeat sends another. Keys are yours: they never collide with those of others.

## Conditional requests

Things that can change have a \`version\`, and their \`ETag\` begins with it. Send the tag back as \`If-Match\` (or the version in quotes, \`"3"\`; several, separated by commas; \`*\` for any), and what someone changed in the meantime is not overwritten: 412 with the current state as \`current\`. Tags are compared strongly, so one that a proxy has weakened (\`W/\`) matches nothing. Changes of things without versions reject \`If-Match\` with 400.

A single thing that is read, and this document, have an \`ETag\`; send it as \`If-None-Match\`, and if nothing has changed since, the response is 304 without a body. The elapsed time of a running timer, or the time left until an alarm, does not count as a change.

## Rate limits

Requests are counted by key or session, by person, and by workspace; without a key or session, by address. \`RateLimit\` and \`RateLimit-Policy\` show what is left; over the limit, 429 \`rate_limited\` says in \`Retry-After\` how many seconds to wait. A body has at most 256 KB, a batch of alarms 8 MB.

## API versions

This is version 1. Responses may gain fields, lists of values may gain members, and new operations may be added: ignore what you don’t recognize. Nothing else changes under \`/api/v1\`.
`;
