#!/usr/bin/env bash
# What test.sh does with a running server: `begin` signs a referred player up, who earns 50, `again` finds both: story.sh STEP URL FOLDER.
set -euo pipefail
step=$1 url=$2 folder=$3

call() { curl --silent --show-error --fail-with-body --max-time 30 "$@"; }
json() { python3 -c 'import json, sys; print(eval("json.load(sys.stdin)" + sys.argv[1]))' "$1"; }

if [[ $step == begin ]]; then
    friend=$(call -X POST "$url/v1/users" -H 'Content-Type: application/json' -d '{}')
    session=$(call -X POST "$url/v1/users" -H 'Content-Type: application/json' \
        -d "{\"referred_by\": \"$(json '["user"]["referral_code"]' <<<"$friend")\"}")
    linked=$(call -X PUT "$url/v1/users/me/credential" -H 'Content-Type: application/json' \
        -H "Authorization: Bearer $(json '["session"]["access_token"]' <<<"$session")" \
        -d '{"email": "ben@example.com", "password": "correct horse battery staple"}')
    json '["user"]["uid"]' <<<"$linked" >"$folder/uid"
fi
signed=$(call -X POST "$url/v1/sessions" -H 'Content-Type: application/json' \
    -d '{"email": "ben@example.com", "password": "correct horse battery staple"}')
[[ $(json '["user"]["uid"]' <<<"$signed") == "$(<"$folder/uid")" ]]
balances=$(call "$url/v1/users/me/balances" -H "Authorization: Bearer $(json '["session"]["access_token"]' <<<"$signed")")
echo "$step: $balances"
[[ $(json '["balances"]["pieces_of_eight"]' <<<"$balances") == 50 ]]
