-- The service says when a reward is taken back, by the clock that everything else of it follows; the trigger says so only for
-- processes of the former version, which do not.
CREATE OR REPLACE FUNCTION refuse_reward_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (to_jsonb(OLD) - ARRAY['status', 'unrecovered', 'release_at', 'codes', 'mac', 'reversed_at'])
        <> (to_jsonb(NEW) - ARRAY['status', 'unrecovered', 'release_at', 'codes', 'mac', 'reversed_at']) THEN
        RAISE EXCEPTION 'nothing of a reward may change but its status' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.status = 'reversed' AND OLD.status <> 'reversed' THEN
        NEW.reversed_at := coalesce(NEW.reversed_at, clock_timestamp());
    ELSIF NEW.reversed_at IS DISTINCT FROM OLD.reversed_at THEN
        RAISE EXCEPTION 'a reward is taken back once' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;

GRANT UPDATE (reversed_at) ON rewards TO shipmate_service;
