-- A delivery is in as many indexes as before.
-- compatible: by the indexes of 0053 and 0054 the version before finds an endpoint's deliveries as well; what it lists by
-- their due time alone it sorts, within the limits of a read, until it is replaced.
DROP INDEX alarms_of_endpoint;
-- compatible: as above.
DROP INDEX alarm_history_of_endpoint;
