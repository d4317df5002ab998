"""A mail server that keeps what it gets, as others read it: Python's own parser, strict.

Argument: a JSON object. `folder`: where letters are kept. Optional: `certificate` and `key` (files), with `tls` "start" (offered),
"required" or "always"; `name` and `password` that it wants to hear; `silence`: it takes connections and says nothing;
`port`, where another one has been before.
Recipients whose address begins with "refused", "later" or "stalled" are treated like that.
Prints its port, and ends when its standard input does.
"""

import asyncio
import base64
import json
import pathlib
import ssl
import sys
from email import message_from_bytes, policy
from email.headerregistry import BaseHeader

from aiosmtpd.smtp import SMTP, AuthResult

options = json.loads(sys.argv[1])
folder = pathlib.Path(options["folder"])
STRICT = policy.SMTP.clone(raise_on_defect=True)


def part_of(part):
    content = part.get_payload(decode=True)
    return {
        "type": part.get_content_type(),
        "parameters": dict(part["content-type"].params) if part["content-type"] else {},
        "disposition": part.get_content_disposition(),
        "fileName": part.get_filename(),
        "contentId": part["content-id"],
        "text": part.get_content() if part.get_content_maintype() == "text" else None,
        "base64": None if content is None else base64.b64encode(content).decode(),
    }


def read(raw):
    message = message_from_bytes(raw, policy=STRICT)
    defects = []
    for part in message.walk():
        defects += [repr(defect) for defect in part.defects]
        for name, value in part.items():
            if isinstance(value, BaseHeader):
                defects += [f"{name}: {defect!r}" for defect in value.defects]
    longest = max(len(line) for line in raw.split(b"\r\n"))
    return {
        "headers": {name.lower(): str(value) for name, value in message.items()},
        "headerCount": len(message.items()),
        "parts": [part_of(part) for part in message.walk()],
        "defects": defects,
        "longestLine": longest,
    }


class Keeper:
    count = 0
    connections = 0

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = hostname
        return responses

    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        if address.startswith("refused"):
            return f"550 5.1.1 <{address}> nobody of that name"
        if address.startswith("later"):
            return f"451 4.3.0 <{address}> try again"
        if address.startswith("stalled"):
            await asyncio.sleep(3600)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        kept = {
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "hello": session.host_name,
            "isEncrypted": bool(session.ssl or server.transport.get_extra_info("ssl_object")),
            "connection": id(session),
            "raw": base64.b64encode(envelope.content).decode(),
        }
        try:
            kept |= read(envelope.content)
        except Exception as error:  # whatever a strict parser finds
            kept["defects"] = [repr(error)]
        Keeper.count += 1
        draft = folder / f".{Keeper.count}"
        draft.write_text(json.dumps(kept))
        draft.rename(folder / f"{Keeper.count:06}.json")
        return "250 kept"


def authenticate(server, session, envelope, mechanism, data):
    expected = (options["name"].encode(), options["password"].encode())
    return AuthResult(success=(data.login, data.password) == expected, handled=False)


def protocol():
    if options.get("silence"):
        return asyncio.Protocol()
    settings = {"enable_SMTPUTF8": False, "ident": "test"}
    if options.get("name"):
        settings |= {"authenticator": authenticate, "auth_required": True, "auth_require_tls": False}
    if context and options["tls"] != "always":
        settings |= {"tls_context": context, "require_starttls": options["tls"] == "required"}
    return SMTP(Keeper(), **settings)


context = None
if options.get("certificate"):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(options["certificate"], options["key"])


async def serve():
    loop = asyncio.get_running_loop()
    always = context if options.get("tls") == "always" else None
    server = await loop.create_server(protocol, "127.0.0.1", options.get("port", 0), ssl=always)
    print(server.sockets[0].getsockname()[1], flush=True)
    ended = loop.run_in_executor(None, sys.stdin.read)
    await ended
    server.close()


asyncio.run(serve())
