-- On the coordinator, once, after 1-keys.sql. This has not been run: Debian has no package of Citus. README.md lists
-- what is known to be missing.

CREATE EXTENSION IF NOT EXISTS citus;

-- Few rows, read by everything in a workspace: a copy on each node. Other tables that refer to them stay
-- on the coordinator.
SELECT create_reference_table('workspaces');
SELECT create_reference_table('endpoints');

-- A workspace's rows in all these tables are on the same node. Referenced tables come first.
SELECT create_distributed_table('alarms', 'workspace_id');
SELECT create_distributed_table('alarm_history', 'workspace_id', colocate_with => 'alarms');
SELECT create_distributed_table('alarm_attempts', 'workspace_id', colocate_with => 'alarms');
SELECT create_distributed_table('alarm_keys', 'workspace_id', colocate_with => 'alarms');
SELECT create_distributed_table('receivers', 'workspace_id', colocate_with => 'alarms');
SELECT create_distributed_table('schedules', 'workspace_id', colocate_with => 'alarms');
SELECT create_distributed_table('schedule_runs', 'workspace_id', colocate_with => 'alarms');
SELECT create_distributed_table('consumed_events', 'workspace_id', colocate_with => 'alarms');
