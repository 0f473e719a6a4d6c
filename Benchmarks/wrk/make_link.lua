-- POST /v1/links by a server: each link with a payload of its own.
local common = dofile(os.getenv("BENCH_LUA") .. "/common.lua")
local head

function init()
    common.seed()
    head = common.head("POST", "/v1/links") .. common.setting("KEY")
end

function request()
    return head .. common.json('{"link":"https://example.com/play?round=' .. math.random(1, 1000000000)
        .. '","android":{"package_name":"com.example.game"},"suffix":"UNGUESSABLE"}')
end
