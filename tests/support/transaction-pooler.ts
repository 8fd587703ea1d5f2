import { createServer, type Socket } from 'node:net';
import pg from 'pg';
import { type DatabaseConnection, toClientConfig } from '#platform/database/connection.ts';

type Waiting = (server: Socket) => void;

/** A message of PostgreSQL's protocol: its type and its content. */
function message(type: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const GREETING = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', 'server_version\0', '18.0\0'),
  message('S', 'client_encoding\0', 'UTF8\0'),
  message('Z', 'I'),
]);

/** A pool in front of PostgreSQL that lends a connection for each transaction, as PgBouncer does in
 * transaction mode: the one used last, or with `lendsOldest` the one free for longest. `size` connections are
 * free at the start. */
export async function startTransactionPooler(
  connection: DatabaseConnection,
  { size, lendsOldest = false }: { size: number; lendsOldest?: boolean },
): Promise<{ port: number; stop(): Promise<void> }> {
  const servers = await Promise.all(Array.from({ length: size }, () => connect(connection)));
  const free = servers.map(({ stream }) => stream);
  const line: Waiting[] = [];
  const clients = new Set<Socket>();

  const take = (use: Waiting) => {
    const server = lendsOldest ? free.shift() : free.pop();
    if (server) use(server);
    else line.push(use);
  };
  const giveBack = (server: Socket) => {
    const next = line.shift();
    if (next) next(server);
    else free.push(server);
  };

  const listener = createServer((client) => {
    clients.add(client);
    client.on('error', () => undefined);
    client.once('data', () => {
      client.write(GREETING);
      serve(client, take, giveBack);
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async stop() {
      for (const client of clients) client.destroy();
      for (const { stream } of servers) stream.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

async function connect(connection: DatabaseConnection): Promise<{ stream: Socket }> {
  const client = new pg.Client(toClientConfig(connection));
  client.on('error', () => undefined);
  await client.connect();
  const stream = client.connection.stream as Socket;
  // From here on the connection serves the pool's clients.
  stream.removeAllListeners('data');
  return { stream };
}

/** Forwards a client's messages over the connection lent to it, until its transaction ends. */
function serve(client: Socket, take: (use: Waiting) => void, giveBack: (server: Socket) => void): void {
  let lent: Socket | undefined;
  let said: Buffer[] = [];
  let isInLine = false;
  const flush = () => {
    for (const chunk of said) lent?.write(chunk);
    said = [];
  };
  const borrow = (server: Socket) => {
    isInLine = false;
    lent = server;
    const readMessages = messageReader();
    const pass = (chunk: Buffer) => {
      client.write(chunk);
      const isIdle = readMessages(chunk).some((each) => each.type === 'Z' && each.body.toString() === 'I');
      if (!isIdle) return;
      server.off('data', pass);
      lent = undefined;
      giveBack(server);
    };
    server.on('data', pass);
    flush();
  };
  client.on('data', (chunk) => {
    // 'X' ends a client's session.
    if (chunk[0] === 0x58 && !lent) return client.end();
    said.push(chunk);
    if (lent) return flush();
    if (!isInLine) take(borrow);
    isInLine = lent === undefined;
  });
}

/** Finds the complete messages in a server's stream, which arrives in arbitrary pieces. */
function messageReader(): (chunk: Buffer) => { type: string; body: Buffer }[] {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const found = [];
    while (rest.length >= 5 && rest.length >= 1 + rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1);
      found.push({ type: String.fromCharCode(rest[0] ?? 0), body: rest.subarray(5, end) });
      rest = rest.subarray(end);
    }
    return found;
  };
}
