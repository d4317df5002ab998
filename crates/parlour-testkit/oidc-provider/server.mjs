// The certified `oidc-provider` as a server for tests. Settings, all optional:
//   PORT           0 takes a free one
//   REDIRECT_URIS  separated by spaces; arguments are added to them
//   CLIENT_SECRET  of the one client, `parlour-test`
//   AUTH_METHOD    client_secret_basic, client_secret_post, or none for a client without a secret
//   ALG            RS256, PS256, ES256 or EdDSA: how ID tokens are signed
//   CLAIMS         `userinfo` keeps e-mail and name out of the ID token
// Prints {"issuer": …} when it is up, takes a new signing key at POST /test/rotate and other REDIRECT_URIS (with a new
// key) as the body of POST /test/redirects, and ends when stdin closes.

import crypto from 'node:crypto';
import http from 'node:http';

// It warns about Node 20 and about everything that is meant for development only, which this is.
for (const level of ['info', 'warn']) {
  const print = console[level];
  console[level] = (first, ...rest) => {
    if (!String(first).includes('oidc-provider ')) print(first, ...rest);
  };
}
const { Provider } = await import('oidc-provider');

const alg = process.env.ALG || 'RS256';
const authMethod = process.env.AUTH_METHOD || 'client_secret_basic';
const secret = process.env.CLIENT_SECRET || 'a secret: with/odd+signs%';
let redirectUris = (process.env.REDIRECT_URIS || '').split(' ').concat(process.argv.slice(2)).filter(Boolean);

const accounts = { alice: { name: 'Alice Rao', picture: 'https://example.in/a.png' } };

function claimsOf(login) {
  return {
    sub: login,
    email: login.includes('@') ? login : `${login}@example.in`,
    email_verified: !login.startsWith('unverified'),
    name: login,
    ...accounts[login],
  };
}

function signingKey() {
  const kinds = {
    RS256: ['rsa', { modulusLength: 2048 }],
    PS256: ['rsa', { modulusLength: 2048 }],
    ES256: ['ec', { namedCurve: 'P-256' }],
    EdDSA: ['ed25519', {}],
  };
  const { privateKey } = crypto.generateKeyPairSync(...kinds[alg]);
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg, kid: crypto.randomUUID() };
}

// The library cannot change its keys while it lives, so a second one takes over; both keep codes and sessions in the
// same memory, and nobody notices but those who look at the keys.
function provider(issuer) {
  return new Provider(issuer, {
    clients: [{
      client_id: 'parlour-test',
      ...(authMethod === 'none' ? {} : { client_secret: secret }),
      token_endpoint_auth_method: authMethod,
      redirect_uris: redirectUris,
      grant_types: ['authorization_code'],
      response_types: ['code'],
      id_token_signed_response_alg: alg,
    }],
    clientAuthMethods: [authMethod],
    jwks: { keys: [signingKey()] },
    enabledJWA: { idTokenSigningAlgValues: [alg] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: process.env.CLAIMS === 'userinfo',
    pkce: { required: () => true },
    findAccount: (_context, login) => ({ accountId: login, claims: () => claimsOf(login) }),
    features: { devInteractions: { enabled: true } },
    cookies: { keys: ['not-a-secret'] },
  }).callback();
}

let answer;
const server = http.createServer(async (request, response) => {
  if (request.method === 'POST' && request.url.startsWith('/test/')) {
    if (request.url === '/test/redirects') {
      let told = '';
      for await (const part of request) told += part;
      redirectUris = told.split(' ').filter(Boolean);
    }
    answer = provider(issuer);
    response.writeHead(204).end();
  } else {
    answer(request, response);
  }
});
await new Promise((up) => server.listen(Number(process.env.PORT || 0), '127.0.0.1', up));
const issuer = `http://127.0.0.1:${server.address().port}`;
answer = provider(issuer);
console.log(JSON.stringify({ issuer }));

process.stdin.on('close', () => process.exit(0));
process.stdin.resume();
