import { describe, expect, test } from 'vitest';
import { pool, prepareRows } from '#/test/schema/rows.ts';

// What prisma/migrations promise, read from the catalog: Prisma's drift check sees none of it.
// The files beside this one show that each promise is kept.

prepareRows();

describe('the catalog holds every guarantee', () => {
  const names = async (sql: string) => (await pool.query<{ name: string }>(sql)).rows.map((row) => row.name);

  test('checks and exclusion constraints', async () => {
    const found = await names(
      `select conname as name from pg_constraint
       where connamespace = 'public'::regnamespace and contype in ('c', 'x') order by 1`,
    );
    expect(found).toEqual([
      'alarm_attempts_counted',
      'alarm_history_ended_only',
      'alarms_attempts_counted',
      'alarms_external_id_length',
      'alarms_firing_has_lease',
      'alarms_has_action',
      'alarms_name_length',
      'alarms_never_before_due',
      'alarms_pending_only',
      'alarms_url_length',
      'alarms_version_positive',
      'calendar_feeds_hash_is_sha256',
      'correction_proposals_accepted_as_correction',
      'correction_proposals_closed_at_an_instant',
      'correction_proposals_declined_with_note',
      'correction_proposals_note_length',
      'correction_proposals_reason_length',
      'correction_proposals_status_known',
      'corrections_reason_length',
      'daily_totals_refreshes_one',
      'endpoints_attempts_positive',
      'endpoints_description_length',
      'endpoints_disabled_has_reason',
      'endpoints_disabled_reason_known',
      'endpoints_event_types_some',
      'endpoints_format_known',
      'endpoints_url_length',
      'endpoints_version_positive',
      'exports_counted',
      'exports_ended_has_instant',
      'exports_format_known',
      'exports_ready_expires',
      'exports_running_has_start',
      'exports_status_known',
      'feed_retention_one',
      'import_rows_resolution_known',
      'import_rows_state_known',
      'imports_file_name_length',
      'imports_looked_at_before',
      'imports_source_known',
      'imports_status_fits',
      'imports_status_known',
      'invitations_accepted_by_somebody',
      'invitations_ended_once',
      'invitations_never_owner',
      'memberships_owner_enabled',
      'notification_preferences_quiet_range',
      'notification_preferences_quiet_whole',
      'notifications_fact_length',
      'notifications_kind_known',
      'notifications_read_after_created',
      'operation_alerts_closed_later',
      'operation_alerts_rule_known',
      'operation_minutes_counted',
      'operation_minutes_whole',
      'operation_tries_counted',
      'operation_tries_whole',
      'password_resets_hash_is_sha256',
      'password_resets_lasts_an_hour_at_most',
      'password_resets_used_in_time',
      'pomodoro_settings_lengths',
      'pomodoro_settings_policies_known',
      'pomodoro_settings_rounds',
      'projects_name_length',
      'push_subscriptions_endpoint_form',
      'receivers_concurrency',
      'receivers_one_kind',
      'receivers_rate',
      'receivers_workspace_only_paused',
      'report_links_expires_later',
      'report_links_hash_is_sha256',
      'report_links_name_length',
      'report_links_opened_counted',
      'saved_reports_name_length',
      'saved_reports_version_positive',
      'schedules_bounds',
      'schedules_catch_up_known',
      'schedules_one_expression',
      'schedules_version_positive',
      'schedules_zone_of_cron',
      'ticket_sources_provider_known',
      'ticket_sources_rejected_with_error',
      'ticket_sources_secret_length',
      'tickets_estimate_positive',
      'tickets_key_form',
      'tickets_title_length',
      'timer_cycles_at_deadline_known',
      'timer_cycles_counted',
      'timer_cycles_due_once',
      'timer_cycles_end_after_start',
      'timer_cycles_end_has_how',
      'timer_cycles_ended_how_known',
      'timer_cycles_ended_thawed',
      'timer_cycles_frozen_after_start',
      'timer_cycles_kind_known',
      'timer_cycles_lengths',
      'timer_questions_absence_has_ends',
      'timer_questions_answer_has_instant',
      'timer_questions_answer_known',
      'timer_questions_asked_positive',
      'timer_questions_capped_answered',
      'timer_questions_kind_known',
      'timer_questions_undo_of_change',
      'timer_spans_discarded_closed',
      'timer_spans_end_after_start',
      'timer_spans_no_overlap',
      'timer_spans_origin_known',
      'timer_spans_zone_of_end',
      'timers_cap_positive',
      'timers_end_after_start',
      'timers_end_has_reason',
      'timers_open_has_no_end',
      'timers_reason_before_discard_kept',
      'timers_reason_fits_status',
      'timers_tags_few',
      'timers_title_length',
      'timers_version_positive',
      'users_absence_policy_known',
      'users_absence_range',
      'users_cap_point_known',
      'users_conflict_policy_known',
      'users_day_start_hour_range',
      'users_day_target_range',
      'users_email_normal',
      'users_hour_cycle_known',
      'users_name_length',
      'users_nudge_range',
      'users_theme_known',
      'users_week_start_range',
      'users_week_target_range',
      'vapid_keys_only_one',
      'webhook_secrets_form',
      'weeks_approved_with_sum',
      'weeks_returned_with_words',
      'weeks_status_fits',
      'weeks_status_known',
      'weeks_submitted_with_sum',
      'weeks_words_length',
      'worklog_settings_email_of_cloud',
      'worklog_settings_paused_with_reason',
      'worklog_settings_state_known',
      'worklog_settings_tracker_known',
      'worklogs_claimed_while_sending',
      'worklogs_failed_with_error',
      'worklogs_state_known',
      'workspaces_cap_positive',
      'workspaces_closing_grace_days',
      'workspaces_name_length',
      'workspaces_nudge_positive',
      'workspaces_origins_few',
      'workspaces_retention_positive',
      'workspaces_settled_before_closed',
      'workspaces_settled_with_closed',
    ]);
  });

  test('partial indexes and indexes over expressions', async () => {
    const { rows } = await pool.query<{ name: string; definition: string }>(
      `select relname as name, pg_get_indexdef(indexrelid) as definition
       from pg_index join pg_class on pg_class.oid = indexrelid
       where relnamespace = 'public'::regnamespace and (indpred is not null or indexprs is not null)
         and not exists (select from pg_constraint where conindid = indexrelid) order by 1`,
    );
    expect(rows.map((row) => `${row.name}: ${row.definition.replace(/^.* ON (?:ONLY )?public\./, '')}`)).toEqual([
      'alarm_history_by_endpoint: alarm_history USING btree (endpoint_id, status, due_at, id) WHERE (endpoint_id IS NOT NULL)',
      "alarm_history_by_schedule: alarm_history USING btree (((settings ->> 'schedule_id'::text)), due_at, id) WHERE (settings ? 'schedule_id'::text)",
      'alarm_history_by_status: alarm_history USING btree (workspace_id, status, due_at, id) WHERE (endpoint_id IS NULL)',
      "alarm_history_dead: alarm_history USING btree (workspace_id, finished_at) WHERE ((status = 'dead'::alarm_status) AND (endpoint_id IS NULL))",
      'alarm_history_external: alarm_history USING btree (workspace_id, external_id, finished_at) WHERE (external_id IS NOT NULL)',
      'alarms_by_endpoint: alarms USING btree (endpoint_id, status, LEAST(attempts, 1), due_at, id) WHERE (endpoint_id IS NOT NULL)',
      "alarms_by_schedule: alarms USING btree (((settings ->> 'schedule_id'::text)), due_at, id) WHERE (settings ? 'schedule_id'::text)",
      "alarms_due: alarms USING btree (next_attempt_at) WHERE (status = 'scheduled'::alarm_status)",
      "alarms_due_by_workspace: alarms USING btree (workspace_id, next_attempt_at) WHERE ((status = 'scheduled'::alarm_status) AND (endpoint_id IS NULL))",
      'alarms_external: alarms USING btree (workspace_id, external_id) WHERE (external_id IS NOT NULL)',
      "alarms_firing: alarms USING btree (workspace_id, due_at, id) WHERE ((status = 'firing'::alarm_status) AND (endpoint_id IS NULL))",
      "alarms_lease: alarms USING btree (lease_until) WHERE (status = 'firing'::alarm_status)",
      'alarms_of_receiver: alarms USING btree (receiver_id, status, next_attempt_at, due_at) WHERE (receiver_id IS NOT NULL)',
      "alarms_retrying: alarms USING btree (workspace_id, due_at, id) WHERE ((status = 'scheduled'::alarm_status) AND (attempts > 0) AND (endpoint_id IS NULL))",
      "alarms_scheduled: alarms USING btree (workspace_id, due_at, id) WHERE ((status = 'scheduled'::alarm_status) AND (attempts = 0) AND (endpoint_id IS NULL))",
      "correction_proposals_one_open: correction_proposals USING btree (timer_id) WHERE (status = 'open'::text)",
      'daily_totals_entered: daily_totals USING btree (workspace_id, user_id, day) WHERE (entered_ms IS NOT NULL)',
      'daily_totals_in_parts: daily_totals USING btree (workspace_id, user_id, day) WHERE (NOT is_whole)',
      'daily_totals_ticket: daily_totals USING btree (ticket_id) INCLUDE (timer_id, user_id, tracked_ms) WHERE (ticket_id IS NOT NULL)',
      "deliveries_due_by_workspace: alarms USING btree (workspace_id, next_attempt_at) WHERE ((status = 'scheduled'::alarm_status) AND (endpoint_id IS NOT NULL))",
      'endpoints_failing: endpoints USING btree (failing_since) WHERE ((disabled_at IS NULL) AND (failing_since IS NOT NULL))',
      "events_by_actor: events USING btree (workspace_id, ((actor ->> 'id'::text)), created_at, id)",
      "events_by_actors_user: events USING btree (workspace_id, ((actor ->> 'user_id'::text)), created_at, id)",
      "import_rows_recorded_by_day: import_rows USING btree (workspace_id, user_id, started_at) WHERE (state = ANY (ARRAY['recorded'::text, 'kept'::text]))",
      "import_rows_recorded_once: import_rows USING btree (workspace_id, fingerprint) WHERE (state = ANY (ARRAY['recorded'::text, 'kept'::text]))",
      "memberships_one_owner: memberships USING btree (workspace_id) WHERE (role = 'owner'::role)",
      'notifications_unread: notifications USING btree (workspace_id, user_id) WHERE (read_at IS NULL)',
      'operation_alerts_one_open: operation_alerts USING btree (rule) WHERE (closed_at IS NULL)',
      'projects_name: projects USING btree (workspace_id, lower(name)) WHERE (archived_at IS NULL)',
      'receivers_endpoint: receivers USING btree (endpoint_id) WHERE (endpoint_id IS NOT NULL)',
      'receivers_in_force: receivers USING btree (id) WHERE (drains OR (paused_at IS NOT NULL) OR (max_per_second IS NOT NULL) OR (max_concurrency IS NOT NULL))',
      'receivers_origin: receivers USING btree (workspace_id, origin) WHERE (origin IS NOT NULL)',
      'receivers_workspace: receivers USING btree (workspace_id) WHERE ((origin IS NULL) AND (endpoint_id IS NULL))',
      'saved_reports_name: saved_reports USING btree (workspace_id, user_id, lower(name))',
      'schedules_due: schedules USING btree (next_run_at) WHERE (paused_at IS NULL)',
      'schedules_run_out: schedules USING btree (last_run_at) WHERE ((paused_at IS NULL) AND (next_run_at IS NOT NULL))',
      'tickets_key: tickets USING btree (workspace_id, upper(key))',
      'tickets_open_of_project: tickets USING btree (project_id) WHERE (archived_at IS NULL)',
      'timer_cycles_due: timer_cycles USING btree (user_id, due_at) WHERE ((ended_at IS NULL) AND (due_at IS NOT NULL))',
      'timer_cycles_one_open: timer_cycles USING btree (timer_id) WHERE (ended_at IS NULL)',
      "timer_cycles_work_ended: timer_cycles USING btree (workspace_id, user_id, ended_at) WHERE (kind = 'work'::text)",
      "timer_questions_one_absence: timer_questions USING btree (timer_id, away_from) WHERE (kind = 'absence'::text)",
      "timer_questions_one_open: timer_questions USING btree (timer_id, kind) WHERE ((answered_at IS NULL) AND (kind <> 'absence'::text))",
      "timer_spans_long: timer_spans USING btree (workspace_id, started_at) WHERE ((ended_at - started_at) > '10:00:00'::interval)",
      'timer_spans_one_open: timer_spans USING btree (timer_id) WHERE (ended_at IS NULL)',
      "timers_one_running: timers USING btree (user_id) WHERE (status = 'running'::timer_status)",
      'timers_open: timers USING btree (workspace_id, user_id) WHERE (ended_at IS NULL)',
      "timers_pomodoro: timers USING btree (id) INCLUDE (workspace_id, user_id, project_id, ticket_id, type) WHERE ((type = 'pomodoro'::timer_type) AND (status <> 'discarded'::timer_status))",
      'timers_to_review: timers USING btree (workspace_id, started_at) WHERE needs_review',
      'webhook_secrets_one_current: webhook_secrets USING btree (workspace_id) WHERE ((expires_at IS NULL) AND (endpoint_id IS NULL))',
      'webhook_secrets_one_current_of_endpoint: webhook_secrets USING btree (endpoint_id) WHERE ((expires_at IS NULL) AND (endpoint_id IS NOT NULL))',
      'workspaces_timers_disabled: workspaces USING btree (id) WHERE (timers_disabled_at IS NOT NULL)',
    ]);
    const unique = rows.filter((row) => row.definition.startsWith('CREATE UNIQUE')).map((row) => row.name);
    expect(unique).toEqual([
      'alarms_external',
      'correction_proposals_one_open',
      'import_rows_recorded_once',
      'memberships_one_owner',
      'operation_alerts_one_open',
      'projects_name',
      'receivers_endpoint',
      'receivers_origin',
      'receivers_workspace',
      'saved_reports_name',
      'tickets_key',
      'timer_cycles_one_open',
      'timer_questions_one_absence',
      'timer_questions_one_open',
      'timer_spans_one_open',
      'timers_one_running',
      'webhook_secrets_one_current',
      'webhook_secrets_one_current_of_endpoint',
    ]);
  });

  test('triggers, all of them enabled', async () => {
    const found = await names(
      `select tgname || case when tgdeferrable and tginitdeferred then ' (at commit)' else '' end as name
       from pg_trigger where not tgisinternal and tgenabled = 'O' order by 1`,
    );
    expect(found).toEqual([
      'alarm_history_call_back',
      'events_append_only',
      'events_no_truncate',
      'events_publish',
      'memberships_keep_owner (at commit)',
      'ticket_links_same_workspace',
      'ticket_sources_same_workspace',
      'tickets_same_workspace',
      'timer_cycles_match (at commit)',
      'timer_spans_changed_delete',
      'timer_spans_changed_insert',
      'timer_spans_changed_update',
      'timer_spans_match_timer (at commit)',
      'timers_changed_delete',
      'timers_changed_insert',
      'timers_changed_update',
      'timers_match_cycles (at commit)',
      'timers_match_spans (at commit)',
      'timers_refuse_second_running',
      'timers_same_workspace',
      'users_days_changed',
      'worklogs_link_delete',
      'worklogs_link_insert',
      'worklogs_link_update',
      'worklogs_timers_delete',
      'worklogs_timers_insert',
      'worklogs_timers_update',
    ]);
  });

  test('tables parted by the day, each row in exactly one part: there is no default part', async () => {
    const found = await names(
      `select relname || ' by ' || pg_get_partkeydef(partrelid) || case when partdefid = 0 then '' else ' (default)' end
         as name
       from pg_partitioned_table join pg_class on pg_class.oid = partrelid order by 1`,
    );
    expect(found).toEqual(['alarm_attempts by RANGE (started_at)', 'alarm_history by RANGE (finished_at)']);
  });

  test('functions that are not triggers', async () => {
    const found = await names(
      `select proname || '(' || pg_get_function_identity_arguments(oid) || ')' as name from pg_proc
       where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
         and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e') order by 1`,
    );
    expect(found).toEqual([
      'alarm_partitions_ensure(first date, days integer)',
      'endpoint_wants(wanted text[], type text)',
      'event_audit_data(data jsonb)',
      'first_instant_at(wall timestamp without time zone, zone text)',
      'lateness_plus(a integer[], b integer[])',
      'local_day(at timestamp with time zone, zone text, hour integer)',
      'split_by_day(started_at timestamp with time zone, ended_at timestamp with time zone, zone text, hour integer)',
      'split_by_hour(started_at timestamp with time zone, ended_at timestamp with time zone, zone text)',
      'start_of_day(day date, zone text, hour integer)',
      'uuid_of_instant(at timestamp with time zone)',
    ]);
  });

  test('daily totals, with an index that lets them be refreshed while they are read', async () => {
    expect(
      await names(`select indexdef as name from pg_indexes join pg_matviews on matviewname = tablename order by 1`),
    ).toEqual([
      'CREATE INDEX daily_totals_entered ON public.daily_totals USING btree (workspace_id, user_id, day) WHERE (entered_ms IS NOT NULL)',
      'CREATE INDEX daily_totals_in_parts ON public.daily_totals USING btree (workspace_id, user_id, day) WHERE (NOT is_whole)',
      'CREATE INDEX daily_totals_member_day ON public.daily_totals USING btree (workspace_id, user_id, day)',
      'CREATE INDEX daily_totals_ticket ON public.daily_totals USING btree (ticket_id) INCLUDE (timer_id, user_id, tracked_ms) WHERE (ticket_id IS NOT NULL)',
      'CREATE UNIQUE INDEX daily_totals_timer_day ON public.daily_totals USING btree (timer_id, day)',
    ]);
  });

  test('the index over tags serves "has this tag"', async () => {
    expect(await names("select indexdef as name from pg_indexes where indexname = 'timers_tags'")).toEqual([
      'CREATE INDEX timers_tags ON public.timers USING gin (tags)',
    ]);
  });
});
