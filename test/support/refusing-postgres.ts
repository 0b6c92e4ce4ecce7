import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

// For `localhost`, self-signed until 2126.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJRTSn9be7x1R52so
ijJiqjCaC4XHBfNwHRmvfzHTm+6hRANCAATJITvvG2W+XMC7LR+x2ogMVNiBpL/J
bvqxXstFlCURFR/ZTNZQoQngJgtbeOmloZ2EWbQPRSr5oy4s0/iNo3Nm
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBfjCCASWgAwIBAgIUKqnaT4bWcQglQDbx670qJX66rdowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNjAzNDczMloYDzIxMjYxMTAy
MDM0NzMyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATJITvvG2W+XMC7LR+x2ogMVNiBpL/JbvqxXstFlCURFR/ZTNZQoQng
JgtbeOmloZ2EWbQPRSr5oy4s0/iNo3Nmo1MwUTAdBgNVHQ4EFgQUTMZS6VKD1FZS
dujRwbymG5dP+1UwHwYDVR0jBBgwFoAUTMZS6VKD1FZSdujRwbymG5dP+1UwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBBkVGvB3vF+/QWETh9Gult
Y0DyfgAgvxjHD3BMwD/IRQIgKc8P1IlXsTORPF6e+Zigw1ceT0JreUF4ShQNcdK+
QYE=
-----END CERTIFICATE-----`;

/** PostgreSQL's message when it refuses a connection. */
const errorResponse = (code: string, message: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
};

/** A server with just enough of PostgreSQL's protocol to refuse all: by a self-signed certificate, or by an error. */
export async function refusingPostgres(how: 'certificate' | { code: string; message: string }): Promise<{ url: string; server: Server }> {
  const refuse = (socket: Socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      if (how !== 'certificate') return void socket.end(errorResponse(how.code, how.message));
      socket.write('S');
      new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ key, cert }) }).on('error', () => {});
    });
  };
  const server = createServer(refuse).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  return { url: `postgres://owner:a-password@localhost:${(server.address() as { port: number }).port}/framelift`, server };
}
