-- Refuses what was decided by rules that are in force no longer, with an error code of its own. Servers of the version before
-- divide by zero for that, and go on doing so.
CREATE OR REPLACE FUNCTION require_programme(expected bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT max(version) FROM programmes) IS DISTINCT FROM expected THEN
        RAISE EXCEPTION 'another programme is in force' USING ERRCODE = 'SM001';
    END IF;
    RETURN true;
END
$$;
