/**
 * The status (RFC 9110) of an error, and its default text. `passes`: the same request may succeed later without a
 * change, so its response is not final.
 */
type ErrorKind = { status: number; text: string; passes?: true };

/**
 * Every error of the domain by its code, which is stable and made for programs. The API's problem documents, the OpenAPI
 * document and docs/errors.md come from here.
 */
export const ERROR_CODES = {
  // Requests
  input_invalid: { status: 400, text: 'The input isn’t valid. `errors` says which fields are wrong, and why.' },
  json_malformed: { status: 400, text: 'The body isn’t valid JSON. Fix it and send it again.' },
  request_aborted: { status: 400, text: 'The body didn’t arrive completely. Send it again.' },
  idempotency_key_invalid: {
    status: 400,
    text: 'An Idempotency-Key has 1 to 255 visible ASCII characters, such as a UUID.',
  },
  idempotency_key_reused: {
    status: 422,
    text: 'This Idempotency-Key belongs to another request. Use a new key for a new request.',
  },
  cursor_invalid: { status: 400, text: 'Invalid cursor. Start again without a cursor.' },
  cursor_expired: {
    status: 410,
    text: 'This cursor has expired: some of the events after it are kept for the audit log only. Read the state again, then continue with after=start, which begins with the oldest complete events, or with the next_after of a list without after.',
  },
  range_invalid: { status: 400, text: 'This date range isn’t valid. `errors` says why.' },
  time_zone_unknown: { status: 400, text: 'This is not an IANA time zone. Use one such as "Europe/Berlin" or "UTC".' },
  batch_rejected: {
    status: 400,
    text: 'Some items of the batch can’t be created, so none were. Fix them, or send atomic: false to create the rest.',
  },
  handshake_invalid: { status: 400, text: 'This isn’t a valid WebSocket handshake. Use a WebSocket library.' },
  path_not_found: {
    status: 404,
    text: 'This path doesn’t exist, or doesn’t support this method. See /api/v1/openapi.json for all operations.',
  },
  method_not_allowed: {
    status: 405,
    text: 'This path doesn’t support this method. Use one that the header `Allow` lists.',
  },
  body_too_large: { status: 413, text: 'The body is too large. Send less at a time.' },
  content_type_unsupported: {
    status: 415,
    text: 'The body must be JSON. Send the header Content-Type: application/json, and do not compress it.',
  },
  query_too_slow: { status: 422, text: 'This would take too long. Ask for less at a time.', passes: true },
  upgrade_required: {
    status: 426,
    text: 'This path accepts only WebSocket connections. Use a WebSocket library, or /api/v1/stream, which needs none.',
  },
  rate_limited: {
    status: 429,
    text: 'Too many requests in a minute. Try again after the number of seconds in `Retry-After`.',
  },
  too_many_streams: { status: 429, text: 'Too many streams and sockets are open. Close one first.' },
  too_many_topics: { status: 409, text: 'A socket can’t subscribe to more topics. Unsubscribe from some first.' },
  already_authenticated: {
    status: 409,
    text: 'This socket is already authenticated. Open another one to use another API key.',
  },
  internal: { status: 500, text: 'Something went wrong on our side. Quote `request_id` when you report it.' },
  database_unavailable: {
    status: 503,
    text: 'The database isn’t responding. Running timers keep going; try again in a moment.',
  },
  deadline_exceeded: {
    status: 504,
    text: 'The deadline of the call passed before it was done, so nothing was changed. Allow more time.',
  },
  too_many_reads: {
    status: 503,
    text: 'Too many reads or searches of this workspace are waiting. Send fewer at once, and try again in a moment.',
  },

  // Sign-in and permissions
  unauthenticated: { status: 401, text: 'Sign in, or send an API key as "Authorization: Bearer <key>".' },
  api_key_invalid: {
    status: 401,
    text: 'This API key is unknown, expired, or revoked. Create one under Settings, API keys.',
  },
  credentials_wrong: { status: 401, text: 'Email or password is wrong. Check both and try again.' },
  forbidden: {
    status: 403,
    text: 'Your role or your API key doesn’t allow this. `required_scope` names the missing scope.',
  },
  origin_not_allowed: {
    status: 403,
    text: 'A change made with a session cookie must come from this site. From a program, send an API key instead.',
  },
  session_required: {
    status: 403,
    text: 'Only a signed-in person can do this; an API key can’t. Sign in, and do it there.',
  },
  scopes_exceeded: {
    status: 403,
    text: 'You can’t grant more permissions than you have. Grant fewer, or ask an owner or admin.',
  },
  expiry_exceeded: {
    status: 403,
    text: 'A key can’t outlive the API key that creates or changes it. Send an earlier expires_at.',
  },
  not_your_api_key: { status: 403, text: 'Only the owner of an API key can change it. You can revoke it instead.' },
  account_disabled: { status: 403, text: 'This account has no access to a workspace. Ask an owner or admin.' },
  email_missing: {
    status: 403,
    text: 'The provider didn’t share an email address. Allow it to share one, or sign in with email and password.',
  },
  sign_up_closed: {
    status: 403,
    text: 'This server isn’t accepting new accounts. Sign in, or ask its owner for an account.',
  },
  invitation_for_someone_else: {
    status: 403,
    text: 'This invitation is for another address. Sign in with that address, or ask for one of your own.',
  },
  link_password_wrong: { status: 403, text: 'The password is wrong. Try again.' },
  password_wrong: { status: 400, text: 'The current password is wrong. Try again.' },
  email_has_account: {
    status: 409,
    text: 'An account with this email already exists. Sign in with your password instead.',
  },
  email_taken: { status: 409, text: 'An account with this email already exists. Sign in instead.' },
  mail_not_set_up: { status: 409, text: 'This server can’t send email. Ask whoever runs it for a new password.' },
  reset_link_over: { status: 410, text: 'This link has been used or has expired. Request another one.' },
  sign_in_throttled: { status: 429, text: 'Too many sign-in attempts. Wait as long as `Retry-After` says.' },
  reset_throttled: { status: 429, text: 'Too many links were sent. Wait as long as `Retry-After` says.' },
  link_password_throttled: { status: 429, text: 'Too many passwords were wrong. Wait as long as `Retry-After` says.' },
  report_link_busy: { status: 429, text: 'This report was opened too often. Wait as long as `Retry-After` says.' },
  sign_out_failed: { status: 503, text: 'The server couldn’t sign you out. Try again.' },
  session_not_found: {
    status: 404,
    text: 'There is no such session in this workspace. Check the id and the key you use.',
  },
  user_not_found: { status: 404, text: 'There is no such user in this workspace. Check the id and the key you use.' },
  api_key_not_found: {
    status: 404,
    text: 'There is no such API key in this workspace. Check the id and the key you use.',
  },
  api_key_ended: { status: 409, text: 'This API key was revoked or has expired. Create a new one.' },
  api_key_version_mismatch: {
    status: 412,
    text: 'The API key has changed since you read it. `current` shows it; look at it, then try again.',
  },
  too_many_api_keys: {
    status: 409,
    text: 'You have the maximum number of API keys in this workspace. Revoke one you no longer use.',
  },

  // Workspaces and members
  workspace_not_found: {
    status: 404,
    text: 'You have no workspace with this id. Ask its owner or an admin to invite you.',
  },
  workspace_switched: { status: 409, text: 'The session has switched to another workspace. Reload the page.' },
  too_many_workspaces: { status: 409, text: 'This account owns the maximum number of workspaces. Transfer one first.' },
  member_not_found: {
    status: 404,
    text: 'There is no such member in this workspace. Check the id and the key you use.',
  },
  member_disabled: { status: 409, text: 'This member is disabled. Enable them first, then transfer ownership.' },
  member_is_yourself: { status: 409, text: 'You can’t do this to yourself. Ask another owner or admin.' },
  already_member: { status: 409, text: 'This person is already a member of the workspace.' },
  owner_must_transfer: {
    status: 409,
    text: 'A workspace must have exactly one owner. Transfer ownership to another member first.',
  },
  invitation_not_found: { status: 404, text: 'There is no such invitation. Check the link, or ask for another one.' },
  invitation_accepted: {
    status: 409,
    text: 'Someone has already accepted this invitation. Remove them from the workspace instead.',
  },
  invitation_gone: { status: 410, text: 'This invitation has expired, was used, or was revoked. Ask for another one.' },
  too_many_invitations: {
    status: 409,
    text: 'This workspace has the maximum number of open invitations. Revoke some, or wait until some are accepted or expire.',
    passes: true,
  },
  too_many_mails: {
    status: 429,
    text: 'Too many emails within a day. Create a link without an email address and send it yourself, or wait.',
  },

  // Timers
  timer_not_found: { status: 404, text: 'There is no such timer in this workspace. Check the id and the key you use.' },
  timer_already_running: {
    status: 409,
    text: 'Another timer is running. Stop or pause it first, or send on_conflict "switch" or "pause".',
  },
  timer_ended: { status: 409, text: 'The timer has ended. Start a new one.' },
  timer_not_ended: { status: 409, text: 'The timer has not ended. Stop it first.' },
  timer_version_mismatch: {
    status: 412,
    text: 'The timer has changed since you read it. `current` shows it; look at it, then try again.',
  },
  timers_disabled: {
    status: 409,
    text: 'Timers are paused in this workspace for maintenance. Nothing can be started or resumed until an owner or admin allows timers again.',
    passes: true,
  },
  time_in_future: { status: 400, text: 'You can’t record time in the future. Enter an earlier time.' },
  time_too_early: { status: 400, text: 'A start can be backdated by 24 hours at most. Add the time by hand instead.' },
  time_overlaps: { status: 409, text: 'This time overlaps time that is already recorded. Shorten one of the two.' },
  time_closed: { status: 409, text: 'This time is closed. Propose a correction, or ask an admin.' },
  time_not_closed: { status: 409, text: 'This time is not closed. You can change it yourself.' },
  open_span_mismatch: {
    status: 409,
    text: 'The spans don’t match the state of the timer. Leave the last one without an end only while the timer is running.',
  },
  too_many_spans: {
    status: 409,
    text: 'A timer can’t have more spans. Stop it and start a new one for the same work.',
  },
  cap_reached: {
    status: 409,
    text: 'With that much time, the timer would reach its cap and stop. Add less, or stop it first.',
  },
  stop_not_undoable: { status: 409, text: 'This stop can’t be undone anymore. Start a new timer to continue.' },
  split_outside: { status: 400, text: 'The instant is not inside the timer. Send one between its start and its end.' },
  merge_with_itself: { status: 400, text: 'A timer can’t be merged with itself. Send the id of another timer.' },
  trim_needs_instant: { status: 400, text: 'It isn’t known when you were last active. Enter when you stopped.' },
  trim_outside: { status: 400, text: 'The instant is not inside the timer. Discard the timer to remove all of it.' },
  expected_end_past: { status: 400, text: 'The expected end is in the past. Send a later one, or leave it out.' },
  plan_strict: { status: 409, text: 'This plan is strict, so its phases run to the end. You can only stop the timer.' },
  no_phase: {
    status: 409,
    text: 'This timer has no plan in progress. Start a countdown, pomodoro, or interval timer.',
  },
  intent_collides: {
    status: 409,
    text: 'What was done offline conflicts with what happened in the meantime. Nothing was changed; see `proposal`.',
  },
  question_not_found: {
    status: 404,
    text: 'There is no such question in this workspace. Check the id and the key you use.',
  },
  question_answered: { status: 409, text: 'This question has been answered, or no longer matters. Look at the timer.' },
  answer_not_undoable: {
    status: 409,
    text: 'This can’t be undone: it changed no time, is too old, or the time has changed since. Edit the timer instead.',
  },

  // Corrections and weeks
  correction_not_found: {
    status: 404,
    text: 'There is no such correction in this workspace. Check the id and the key you use.',
  },
  correction_reverted: { status: 409, text: 'This correction was already reverted. Revert that to apply it again.' },
  proposal_not_found: {
    status: 404,
    text: 'There is no such proposal in this workspace. Check the id and the key you use.',
  },
  proposal_closed: {
    status: 409,
    text: 'This proposal has already been decided, or no longer applies. `current` shows it.',
  },
  proposal_changes_nothing: { status: 400, text: 'The timer is already like this. Propose something that differs.' },
  week_invalid: {
    status: 400,
    text: 'This isn’t a week of the member, or it hasn’t started yet. Choose another week.',
  },
  week_approved: { status: 409, text: 'This week is approved. Ask an owner or admin to return it.' },
  week_not_submitted: {
    status: 409,
    text: 'This week isn’t submitted, so there is nothing to decide yet. Ask the member to submit it.',
  },
  week_changed: {
    status: 409,
    text: 'The time of this week has changed since you looked at it. Read it again, then decide.',
  },

  // Tickets, projects and imports
  ticket_not_found: {
    status: 404,
    text: 'There is no such ticket in this workspace. Check the id and the key you use.',
  },
  ticket_key_taken: { status: 409, text: 'A ticket with this key already exists. Use it, or choose another key.' },
  ticket_source_not_found: {
    status: 404,
    text: 'There is no such ticket source in this workspace. Check the id and the key you use.',
  },
  ticket_source_version_mismatch: {
    status: 412,
    text: 'The ticket source has changed since you read it. `current` shows it; look at it, then try again.',
  },
  too_many_ticket_sources: {
    status: 409,
    text: 'A workspace can’t have more ticket sources. Delete one that isn’t needed.',
  },
  signature_invalid: {
    status: 403,
    text: 'The signature doesn’t match. Enter the secret of this ticket source where the webhook is set up.',
  },
  worklogs_not_set_up: {
    status: 409,
    text: 'Worklogs of this issue tracker are not set up. Enter its URL and a token first.',
  },
  worklogs_pushed: {
    status: 409,
    text: 'Worklogs were pushed to the current URL. Remove them all first, or choose to leave them where they are (keep_pushed).',
  },
  project_not_found: {
    status: 404,
    text: 'There is no such project in this workspace. Check the id and the key you use.',
  },
  project_name_taken: { status: 409, text: 'A project with this name already exists. Use it, or choose another name.' },
  import_not_found: {
    status: 404,
    text: 'There is no such import in this workspace. Check the id and the key you use.',
  },
  import_state: {
    status: 409,
    text: 'This can’t be done in the current state of the import. See `import_status`.',
  },
  import_not_previewed: { status: 409, text: 'Make a dry run of this mapping first, and look at what it finds.' },
  import_changed: {
    status: 409,
    text: 'Some of what was imported has changed since. Undo the rest and keep what was changed, or leave the import as it is.',
  },
  nothing_to_import: {
    status: 409,
    text: 'No row of this file can be imported. Look at the errors and duplicates, and change the mapping.',
  },
  mapping_invalid: { status: 400, text: 'The mapping doesn’t match the file. Fix the columns that `errors` lists.' },
  file_invalid: { status: 400, text: 'The file can’t be read. `errors` says why.' },
  file_too_large: { status: 413, text: 'The file is too large to be imported. Export a shorter period.' },
  version_mismatch: {
    status: 412,
    text: 'This import has changed since you looked at it. Read it again, then decide.',
  },

  // Alarms and schedules
  alarm_not_found: { status: 404, text: 'There is no such alarm in this workspace. Check the id and the key you use.' },
  alarm_already_firing: {
    status: 409,
    text: 'The alarm is being sent now. If that attempt fails, it is retried and can be changed then.',
    passes: true,
  },
  alarm_ended: { status: 409, text: 'The alarm has already ended. Redrive it to fire it again.' },
  alarm_not_attempted: { status: 409, text: 'The alarm hasn’t fired yet. Reschedule it to fire it sooner.' },
  alarm_version_mismatch: {
    status: 412,
    text: 'The alarm has changed since you read it. `current` shows it; look at it, then try again.',
  },
  external_id_taken: {
    status: 409,
    text: 'An open alarm has this external_id and other content. Send on_conflict "replace" to change it, or use another external_id.',
  },
  due_in_past: { status: 400, text: 'The due time has passed. Send a later time, or set misfire on a new alarm.' },
  due_too_far: { status: 400, text: 'The due time is more than ten years away. Send an earlier time.' },
  due_after_deadline: {
    status: 400,
    text: 'The new due time is after the alarm’s deadline. Choose an earlier time, or create a new alarm.',
  },
  schedule_not_found: {
    status: 404,
    text: 'There is no such schedule in this workspace. Check the id and the key you use.',
  },
  schedule_ended: {
    status: 409,
    text: 'The schedule has ended: all its runs have passed. Change its expression or end_at to start it again.',
  },
  schedule_never_runs: {
    status: 400,
    text: 'The schedule has no run within the next ten years. Check its expression, start_at and end_at.',
  },
  schedule_version_mismatch: {
    status: 412,
    text: 'The schedule has changed since you read it. `current` shows it; look at it, then try again.',
  },
  too_many_schedules: { status: 409, text: 'A workspace can’t have more schedules. Delete one that isn’t needed.' },
  receiver_not_found: {
    status: 404,
    text: 'There is no such receiver in this workspace. Check the id and the key you use.',
  },
  receiver_exists: { status: 409, text: 'This receiver already exists. Change it with PATCH /receivers/{id}.' },
  receiver_version_mismatch: {
    status: 412,
    text: 'The receiver has changed since you read it. `current` shows it; look at it, then try again.',
  },
  too_many_receivers: { status: 409, text: 'A workspace can’t have more receivers. Delete one that isn’t needed.' },

  // Brokers
  broker_not_found: {
    status: 404,
    text: 'There is no such broker in this workspace. Check its id or name, and the key you use.',
  },
  broker_name_taken: { status: 409, text: 'A broker with this name already exists. Choose another name.' },
  broker_version_mismatch: {
    status: 412,
    text: 'The broker has changed since you read it. `current` shows it; look at it, then try again.',
  },
  too_many_brokers: { status: 409, text: 'A workspace can’t have more brokers. Delete one that isn’t needed.' },

  // Webhooks
  endpoint_not_found: {
    status: 404,
    text: 'There is no such endpoint in this workspace. Check the id and the key you use.',
  },
  endpoint_disabled: { status: 409, text: 'The endpoint is disabled. Enable it first.' },
  endpoint_version_mismatch: {
    status: 412,
    text: 'The endpoint has changed since you read it. `current` shows it; look at it, then try again.',
  },
  too_many_endpoints: { status: 409, text: 'A workspace can’t have more endpoints. Delete one that isn’t needed.' },
  too_many_webhook_secrets: {
    status: 409,
    text: 'Enough secrets are valid already. Wait until one expires, or send "overlap": "0s" to end them all.',
    passes: true,
  },
  too_many_tests: { status: 429, text: 'Other tests are in progress. Try again when they have finished.' },
  delivery_not_found: {
    status: 404,
    text: 'There is no such delivery in this workspace. Check the id and the key you use.',
  },
  delivery_in_flight: {
    status: 409,
    text: 'The delivery is being sent right now. Wait for the result first.',
    passes: true,
  },

  // Reports and exports
  saved_report_not_found: {
    status: 404,
    text: 'There is no such saved report in this workspace. Check the id and the key you use.',
  },
  saved_report_of_another: {
    status: 403,
    text: 'Only the member who saved this report can change it. Save a copy of your own.',
  },
  saved_report_name_taken: {
    status: 409,
    text: 'You already have a saved report with this name. Choose another name.',
  },
  saved_report_version_mismatch: {
    status: 412,
    text: 'The saved report has changed since you read it. `current` shows it; look at it, then try again.',
  },
  too_many_saved_reports: {
    status: 409,
    text: 'You have saved the maximum number of reports. Delete one you no longer need.',
  },
  report_link_not_found: { status: 404, text: 'This link no longer works. Ask whoever sent it for a new one.' },
  too_many_report_links: {
    status: 409,
    text: 'You have the maximum number of links to reports. Revoke one you no longer need.',
  },
  calendar_feed_not_found: {
    status: 404,
    text: 'This address has been revoked or replaced, or never existed. Create a new one in Settings.',
  },
  export_not_found: {
    status: 404,
    text: 'There is no such export in this workspace. Check the id and the key you use.',
  },
  export_not_ready: { status: 409, text: 'This export has no file. Wait until it is ready.' },
  export_expired: { status: 410, text: 'This export has expired. Request it again.' },
  export_too_large: {
    status: 400,
    text: 'There are too many entries. Send the same request to POST /reports/exports, and a worker writes the file.',
  },
  timesheet_of_many: {
    status: 400,
    text: 'A timesheet covers one member. Choose one with user_id, or choose another format.',
  },
  timesheet_too_long: {
    status: 400,
    text: 'A timesheet can’t have so many entries. Ask for fewer days, or choose another format.',
  },
  too_many_exports: {
    status: 409,
    text: 'Too many of your exports are unfinished. Wait for one to finish, or cancel one.',
    passes: true,
  },

  // Notifications
  notification_not_found: {
    status: 404,
    text: 'There is no such notification in this workspace. Check the id and the key you use.',
  },
  push_subscription_not_found: {
    status: 404,
    text: 'There is no such push subscription in this workspace. Check the id and the key you use.',
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Whether the same request may succeed soon: where the server or a limit is busy, or something is in flight. */
export function isTemporary(code: ErrorCode): boolean {
  const { status, passes }: ErrorKind = ERROR_CODES[code];
  return passes === true || status >= 500 || status === 429;
}

export function isErrorCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(ERROR_CODES, code);
}
