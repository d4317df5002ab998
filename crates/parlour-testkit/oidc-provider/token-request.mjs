// Reads {"key": …, "request": …} from stdin, lets the realtime provider's own library make the same token request, and
// prints it. No network: the request is signed here and exchanged for a token by whoever receives it.

import Ably from 'ably';

const { key, request } = JSON.parse(await new Response(process.stdin).text());
const { auth } = new Ably.Rest({ key });
const { clientId, ttl, timestamp, nonce, capability } = request;
const made = await auth.createTokenRequest({ clientId, ttl, timestamp, nonce, capability: JSON.parse(capability) });
process.stdout.write(JSON.stringify(made));
