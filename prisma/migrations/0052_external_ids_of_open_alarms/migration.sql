-- An external id stands for one open alarm of a workspace, and is free again once that alarm has ended: its row leaves
-- this table with it. Ended alarms are found by their external id too, of which there may be many.
-- `alarm_keys`, where names were kept until their alarm was forgotten, is read and written by the version before only. A
-- later version drops it.

-- Two open alarms could share a name where the name was forgotten while its alarm was being redriven. The youngest has it.
UPDATE alarms SET external_id = NULL
WHERE external_id IS NOT NULL AND EXISTS (
  SELECT FROM alarms AS younger
  WHERE younger.workspace_id = alarms.workspace_id AND younger.external_id = alarms.external_id
    AND (younger.created_at, younger.id) > (alarms.created_at, alarms.id));

-- compatible: the version before gives a name once too, by `alarm_keys`. Only where both versions create an alarm of the
-- same name within the seconds that both run does it answer 500, and the repeat is answered by the new version.
CREATE UNIQUE INDEX alarms_external ON alarms (workspace_id, external_id) WHERE external_id IS NOT NULL;

CREATE INDEX alarm_history_external ON alarm_history (workspace_id, external_id, finished_at)
  WHERE external_id IS NOT NULL;
