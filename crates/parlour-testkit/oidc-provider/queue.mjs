// Reads {"now"?: seconds, "verify"?: […], "sign"?: […], "ask"?: {…}} from stdin, lets the queue provider's own library do
// it, and prints what came of each. Only "ask" talks to anybody: to the server it names.

import { createHash, createHmac } from 'node:crypto';
import { Client, Receiver } from '@upstash/qstash';

const { now, verify = [], sign = [], ask } = JSON.parse(await new Response(process.stdin).text());

// The library asks nobody but the clock.
if (now !== undefined) {
  globalThis.Date = class extends Date {
    constructor(...given) {
      super(...(given.length > 0 ? given : [now * 1000]));
    }
  };
}

// What was thrown counts as an answer.
const settled = async (work) => {
  try {
    return { is: await work() };
  } catch (error) {
    return { error: error.message };
  }
};

const verified = ({ keys: [currentSigningKey, nextSigningKey], ...delivery }) =>
  settled(() => new Receiver({ currentSigningKey, nextSigningKey }).verify(delivery));

// The library only verifies. These are tokens as the provider's documentation describes them.
const signed = ({ key, alg = 'HS256', pad = true, ...told }) => {
  const { iss = 'Upstash', sub, iat, nbf = iat, exp = nbf + 300, jti = 'jwt_test', body } = told;
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const hash = createHash('sha256').update(body).digest('base64url');
  const claims = { iss, sub, exp, nbf, iat, jti, body: pad ? `${hash}=` : hash };
  const message = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
  const digest = { HS256: 'sha256', HS512: 'sha512' }[alg];
  return `${message}.${digest ? createHmac(digest, key).update(message).digest('base64url') : ''}`;
};

// Each call is a path into the client and its argument: ["schedules.create", {…}].
const asked = async ({ baseUrl, token, calls }) => {
  const client = new Client({ baseUrl, token, retry: false });
  const answers = [];
  for (const [path, argument] of calls) {
    const names = path.split('.');
    const method = names.pop();
    const owner = names.reduce((from, name) => from[name], client);
    answers.push(await settled(() => owner[method](argument)));
  }
  return answers;
};

const done = {
  verify: await Promise.all(verify.map(verified)),
  sign: sign.map(signed),
  ask: ask ? await asked(ask) : [],
};
process.stdout.write(JSON.stringify(done));
