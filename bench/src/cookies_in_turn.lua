-- Uses the cookies in turn. The requests are built before the first is sent.
local requests, turn = {}, 0

init = function()
    for index, cookie in ipairs(cookies) do
        wrk.headers["cookie"] = cookie
        requests[index] = wrk.format()
    end
end

request = function()
    turn = turn % #requests + 1
    return requests[turn]
end
