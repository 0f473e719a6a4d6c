-- Follows schema.sql on an empty database, with what depends on the day or on the name of the schema, as migrations 13, 14,
-- 20, 53 and 57 have it: the partitions of clicks and of changes, and where functions look for tables.
DO $$
DECLARE
    until date := ((now() + interval '1 hour') AT TIME ZONE 'UTC')::date + 1;
    first name := 'clicks_until_' || to_char(until, 'YYYYMMDD');
BEGIN
    EXECUTE format('ALTER FUNCTION keep_clicks SET search_path = %I, pg_temp', current_schema());
    EXECUTE format('CREATE TABLE %I (LIKE clicks INCLUDING ALL)', first);
    EXECUTE format('ALTER INDEX %I RENAME TO %I', first || '_claim_key_idx', first || '_claim_key');
    EXECUTE format('ALTER INDEX %I RENAME TO %I', first || '_device_hash_clicked_at_idx', first || '_device');
    EXECUTE format('ALTER TABLE clicks ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)',
        first, first_click_id(until));
    PERFORM keep_clicks(30, 9223372036854775807);
    EXECUTE format('ALTER FUNCTION keep_changes SET search_path = %I, pg_temp', current_schema());
    PERFORM keep_changes(30);
    EXECUTE format('ALTER FUNCTION count_operator_action SET search_path = %I, pg_temp', current_schema());
END
$$;
