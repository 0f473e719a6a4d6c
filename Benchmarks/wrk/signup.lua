-- POST /v1/users, every other one referred.
local common = dofile(os.getenv("BENCH_LUA") .. "/common.lua")
local head, users, is_referred

function init()
    common.seed()
    users = common.active_settings()
    head = "POST /v1/users HTTP/1.1\r\nHost: " .. wrk.host .. ":" .. wrk.port
end

function request()
    is_referred = not is_referred
    local body = is_referred and '{"referred_by":"' .. common.active_uid(users) .. '"}' or "{}"
    return head .. common.json(body)
end
