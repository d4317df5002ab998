-- Replaces {n} in the path by a number that increases from `first`, and uses the cookies in turn.
local number = first - 1

request = function()
    number = number + 1
    if cookies then
        wrk.headers["cookie"] = cookies[number % #cookies + 1]
    end
    return wrk.format(nil, (path:gsub("{n}", number)))
end
