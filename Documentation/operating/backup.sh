#!/usr/bin/env bash
# Backs up a PostgreSQL for as long as it runs: the WAL at once, from a slot, and a full copy each day. It runs as the user
# postgres with PGHOST, the folder BACKUPS, and BACKUP_DAYS (7), after which copies are deleted. docker-compose.yml and
# ../systemd/shipmate-backup.service start it; Backup.md restores.
set -euo pipefail
umask 077
trap 'kill $(jobs -p) 2>/dev/null' EXIT
trap exit TERM
days=${BACKUP_DAYS:-7}
mkdir -p "$BACKUPS/wal" "$BACKUPS/base"
psql -qAt postgres -c "SELECT pg_create_physical_replication_slot('shipmate_backup', true)
    WHERE NOT EXISTS (SELECT FROM pg_replication_slots WHERE slot_name = 'shipmate_backup')" >/dev/null
pg_receivewal --directory="$BACKUPS/wal" --slot=shipmate_backup &
while :; do
    base=$BACKUPS/base/$(date -u +%Y%m%dT%H%M%SZ)
    rm -rf "$BACKUPS"/base/*.part
    pg_basebackup --pgdata="$base.part" --checkpoint=fast
    pg_verifybackup --quiet "$base.part"
    mv "$base.part" "$base"
    echo "backup: $base"
    # What is too old goes, but never the last one; and the WAL that none of those left needs.
    find "$BACKUPS/base" -mindepth 1 -maxdepth 1 -mtime "+$days" ! -path "$base" -exec rm -rf {} +
    oldest=$(ls "$BACKUPS/base" | head -n 1)
    first=$(sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p' "$BACKUPS/base/$oldest/backup_label")
    pg_archivecleanup "$BACKUPS/wal" "$first"
    sleep 86400 & wait -n
done
