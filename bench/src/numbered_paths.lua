-- Replaces {n} in the path by a number that increases from `first`, uses the cookies in turn, and puts the next of the
-- further fields into the body.
local number = first - 1
local body = wrk.body

request = function()
    number = number + 1
    if cookies then
        wrk.headers["cookie"] = cookies[number % #cookies + 1]
    end
    if further_fields then
        wrk.body = "{" .. further_fields[number - first + 1] .. "," .. body:sub(2)
    end
    return wrk.format(nil, (path:gsub("{n}", number)))
end
