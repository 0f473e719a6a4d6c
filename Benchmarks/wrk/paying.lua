-- POST /v1/events by a server: each event brings another referred user to level 5.
local common = dofile(os.getenv("BENCH_LUA") .. "/common.lua")
local head, prefix, next, step

function init()
    common.seed()
    prefix = common.setting("UID_PREFIX")
    -- Odd users are the referred ones; wrk's threads (at most two) take turns.
    step = 4
    next = common.number("FIRST") + common.number("FRESH") + 2 * thread_index
    head = common.head("POST", "/v1/events") .. common.setting("KEY")
end

function request()
    -- Past the last one requests name nobody, and fail: there were too few users for so fast a server.
    local body = '{"id":"' .. common.uuid() .. '","uid":"' .. prefix .. string.format("%d", next)
        .. '","type":"level_reached","level":5}'
    next = next + step
    return head .. common.json(body)
end
