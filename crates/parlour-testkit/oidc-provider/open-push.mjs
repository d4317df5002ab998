// Reads {"body": base64, "authorization": …, "privateKey": …, "auth": …, "audience": …} from stdin: a push message as a
// push service got it, and the keys of the browser. Checks who signed it and prints what the browser would read.

import { createECDH } from 'node:crypto';
import ece from 'http_ece';
import { importJWK, jwtVerify } from 'jose';

const given = JSON.parse(await new Response(process.stdin).text());
const bytes = (text) => Buffer.from(text, 'base64url');

const [, token, k] = given.authorization.match(/^vapid t=([\w.-]+), k=([\w-]+)$/);
const [form, x, y] = [bytes(k).subarray(0, 1), bytes(k).subarray(1, 33), bytes(k).subarray(33)];
if (form[0] !== 4 || y.length !== 32) throw new Error('not an uncompressed point');
const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') };
const { payload, protectedHeader } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
  algorithms: ['ES256'],
  audience: given.audience,
  requiredClaims: ['exp', 'sub'],
});

const privateKey = createECDH('prime256v1');
privateKey.setPrivateKey(bytes(given.privateKey));
const body = Buffer.from(given.body, 'base64');
const message = ece.decrypt(body, { version: 'aes128gcm', privateKey, authSecret: bytes(given.auth) });

process.stdout.write(JSON.stringify({ message: message.toString('base64'), key: k, payload, protectedHeader }));
