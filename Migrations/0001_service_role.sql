-- The service's role: what `serve` may do is what is granted to it, table by table. It exists once a cluster, may have
-- been made beforehand (then the owner needs no CREATEROLE), and can log in itself or be granted to one that does.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'shipmate_service') THEN
        CREATE ROLE shipmate_service NOLOGIN;
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL; -- another migration made it meanwhile
END
$$;

-- The owner serves too where one connection string is all there is: it then drops to the service's role.
DO $$
BEGIN
    IF NOT pg_has_role(current_user, 'shipmate_service', 'MEMBER') THEN
        EXECUTE format('GRANT shipmate_service TO %I', current_user);
    END IF;
EXCEPTION WHEN insufficient_privilege OR unique_violation THEN
    NULL; -- a role made beforehand logs in itself, and needs no member
END
$$;

GRANT SELECT ON schema_migrations TO shipmate_service;
