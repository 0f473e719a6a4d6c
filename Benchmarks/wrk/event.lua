-- POST /v1/events by random users, each event new, at levels that pay nothing. Ids are random, or times.
local common = dofile(os.getenv("BENCH_LUA") .. "/common.lua")
local new_id = os.getenv("BENCH_IDS") == "time" and common.time_uuid or common.uuid
local tokens, head

function init()
    common.seed()
    tokens = common.lines(common.setting("TOKENS"))
    head = common.head("POST", "/v1/events")
end

function request()
    local body = '{"id":"' .. new_id() .. '","type":"level_reached","level":' .. math.random(1, 4) .. "}"
    return head .. tokens[math.random(#tokens)] .. common.json(body)
end
