-- Of a key that the operator chose (BOOTSTRAP_API_KEY) nothing is shown any more: it may be a word that its beginning gives
-- away. Keys that we have made begin with tsk_ and are 47 random characters long; the first key of a service that was set
-- up unattended is called bootstrap.
UPDATE api_keys SET prefix = '' WHERE prefix NOT LIKE 'tsk\_%' OR name = 'bootstrap';
