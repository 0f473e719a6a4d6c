-- POST /v1/events/batch by a server: events of random users, each new, at levels that pay nothing.
local common = dofile(os.getenv("BENCH_LUA") .. "/common.lua")
local head, users, count

function init()
    common.seed()
    users = common.active_settings()
    count = common.number("EVENTS")
    head = common.head("POST", "/v1/events/batch") .. common.setting("KEY")
end

function request()
    local events = {}
    for place = 1, count do
        events[place] = '{"id":"' .. common.uuid() .. '","uid":"' .. common.active_uid(users)
            .. '","type":"level_reached","level":' .. math.random(1, 4) .. "}"
    end
    return head .. common.json('{"events":[' .. table.concat(events, ",") .. "]}")
end
