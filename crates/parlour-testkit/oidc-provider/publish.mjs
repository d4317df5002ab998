// Reads {"key": …, "port": …, "channel": …, "message": …, "body": …} from stdin, lets the realtime provider's own library
// publish the message to a server on that local port, and prints how the library reads `body`, another's request.

import Ably from 'ably';

const { key, port, channel, message, body } = JSON.parse(await new Response(process.stdin).text());
const rest = new Ably.Rest({ key, endpoint: '127.0.0.1', port, tls: false, useBinaryProtocol: false });
await rest.channels.get(channel).publish(message);
const { id, name, data, encoding } = await Ably.Rest.Message.fromEncoded(body);
process.stdout.write(JSON.stringify({ id, name, data, encoding }));
