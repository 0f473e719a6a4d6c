-- The events of paying.lua at the instants of paced.lua.
local scripts = os.getenv("BENCH_LUA")
dofile(scripts .. "/paying.lua")
local number_users, pay = init, request
dofile(scripts .. "/paced.lua")
local set_pace = init

function init()
    number_users()
    set_pace()
end

request = pay
