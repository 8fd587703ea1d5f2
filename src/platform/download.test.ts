import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createDownload, type DownloadFailed, inTurns, type Network } from './download.ts';

const PUBLIC = '93.184.216.34';
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A network with one server behind every public address. `names`: DNS answers per host, in turn. */
async function openWeb(listener: RequestListener, names: Record<string, string[][]> = {}) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const dialled: string[] = [];
  const resolved: string[] = [];
  const network: Network = {
    async resolve(host) {
      resolved.push(host);
      const answers = names[host];
      const answer = (answers && answers.length > 1 ? answers.shift() : answers?.[0]) ?? [];
      if (answer.length === 0) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
      return answer;
    },
    dial(target) {
      dialled.push(`${target.address}:${target.port}`);
      return connect({ host: '127.0.0.1', port });
    },
  };
  return { network, dialled, resolved };
}

const answerWith =
  (status: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
  (_request, reply) =>
    void reply.writeHead(status, headers).end(body);

const failureOf = (download: Promise<unknown>) =>
  download.then(
    () => undefined,
    ({ problem, mayPass }: DownloadFailed) => ({ problem, mayPass }),
  );

const most = { maxBytes: 1000 };

it('fetches from the address that was checked, under the host’s own name', async () => {
  const asked: unknown[] = [];
  const web = await openWeb(
    (request, reply) => {
      asked.push([request.headers.host, request.url, request.headers.cookie]);
      reply.writeHead(200, { 'content-type': 'image/png' }).end('bytes');
    },
    { 'shop.example': [[PUBLIC]] },
  );
  const { bytes, mediaType } = await createDownload(web.network)('http://shop.example/a.png?v=1', most);
  expect([bytes.toString(), mediaType]).toEqual(['bytes', 'image/png']);
  expect(asked).toEqual([['shop.example', '/a.png?v=1', undefined]]);
  expect(web.dialled).toEqual([`${PUBLIC}:80`]);
});

const refused = [
  ...['ftp://shop.example/a', 'file:///etc/passwd', 'data:image/png;base64,aaaa', 'shop.example/a.png', ''],
  ...[
    'http://shop.example:8080/a',
    'http://shop.example:22/',
    'https://u:p@shop.example/',
    'http://u@shop.example/',
  ],
];
it.each(refused)('%s is not a web address', async (address) => {
  const web = await openWeb(answerWith(200), { 'shop.example': [[PUBLIC]] });
  const failure = await failureOf(createDownload(web.network)(address, most));
  expect([failure, web.dialled]).toEqual([{ problem: 'bad_address', mayPass: false }, []]);
});

const inward = [
  ...['http://127.0.0.1/', 'http://127.1/', 'http://0x7f000001/', 'http://2130706433/', 'http://0177.0.0.1/'],
  ...[
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://[2002:7f00:1::]/',
  ],
  ...['http://169.254.169.254/latest/meta-data', 'http://10.0.0.1/', 'http://100.64.0.1/', 'http://0.0.0.0/'],
  ...[
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://localhost/',
    'http://inward.example/',
    'http://mixed.example/',
  ],
];
it.each(inward)('%s is an internal address, and nothing is sent there', async (address) => {
  const web = await openWeb(answerWith(200), {
    localhost: [['127.0.0.1']],
    'inward.example': [['192.168.1.10']],
    // One public address among others proves nothing.
    'mixed.example': [[PUBLIC, '10.0.0.5']],
  });
  const failure = await failureOf(createDownload(web.network)(address, most));
  expect([failure, web.dialled]).toEqual([{ problem: 'not_public', mayPass: false }, []]);
});

it.each(['http://10.0.0.1/', 'http://inward.example/', '//169.254.169.254/', 'http://[::1]/'])(
  'a redirect to %s is not followed',
  async (location) => {
    const web = await openWeb(answerWith(302, { location }), {
      'shop.example': [[PUBLIC]],
      'inward.example': [['10.0.0.7']],
    });
    const failure = await failureOf(createDownload(web.network)('http://shop.example/a', most));
    expect([failure?.problem, web.dialled]).toEqual(['not_public', [`${PUBLIC}:80`]]);
  },
);

it('resolves a name once, and ignores a later answer', async () => {
  const web = await openWeb(answerWith(200, {}, 'once'), { 'rebound.example': [[PUBLIC], ['127.0.0.1']] });
  const download = createDownload(web.network);
  expect((await download('http://rebound.example/a', most)).bytes.toString()).toBe('once');
  expect(web).toMatchObject({ resolved: ['rebound.example'], dialled: [`${PUBLIC}:80`] });
  expect(await failureOf(download('http://rebound.example/a', most))).toMatchObject({
    problem: 'not_public',
  });
});

it('follows three redirects, and no fourth', async () => {
  const names = { 'shop.example': [[PUBLIC]] };
  const follow = async (redirects: number) => {
    const web = await openWeb((request, reply) => {
      const step = Number(request.url?.slice(1));
      if (step < redirects) reply.writeHead(301, { location: `/${step + 1}` }).end();
      else reply.writeHead(200).end('there');
    }, names);
    return createDownload(web.network)('http://shop.example/0', most);
  };
  expect((await follow(3)).bytes.toString()).toBe('there');
  expect(await failureOf(follow(4))).toEqual({ problem: 'too_many_redirects', mayPass: false });
});

it.each([
  ...[404, 403, 410, 204].map((status) => [status, 'refused', false] as const),
  ...[429, 500, 503].map((status) => [status, 'refused', true] as const),
])('a response with %s is accepted or refused', async (status, problem, mayPass) => {
  const web = await openWeb(answerWith(status), { 'shop.example': [[PUBLIC]] });
  expect(await failureOf(createDownload(web.network)('http://shop.example/', most))).toEqual({
    problem,
    mayPass,
  });
});

it('reads no more bytes than the maximum, announced or not', async () => {
  const announced = await openWeb(answerWith(200, { 'content-length': '1001' }, 'x'.repeat(1001)), {
    'shop.example': [[PUBLIC]],
  });
  const endless = await openWeb(
    (_request, reply) => {
      reply.writeHead(200);
      const more = () => reply.write('x'.repeat(600)) && setImmediate(more);
      more();
    },
    { 'shop.example': [[PUBLIC]] },
  );
  for (const web of [announced, endless])
    expect(await failureOf(createDownload(web.network)('http://shop.example/', most))).toEqual({
      problem: 'too_large',
      mayPass: false,
    });
});

it('fails for a host that is silent, cuts off, drips, switches protocols, or has an unknown name', async () => {
  const names = { 'shop.example': [[PUBLIC]] };
  const silent = await openWeb(() => undefined, names);
  const dripping = await openWeb((_request, reply) => void reply.writeHead(200).write('x'), names);
  for (const { network } of [silent, dripping])
    expect(
      await failureOf(createDownload({ ...network, timeoutMs: 50 })('http://shop.example/', most)),
    ).toEqual({
      problem: 'out_of_reach',
      mayPass: true,
    });
  const cut = await openWeb((_request, reply) => {
    reply.writeHead(200, { 'content-length': '100' }).write('x');
    setImmediate(() => reply.destroy());
  }, names);
  const get = (network: Network, address: string) => failureOf(createDownload(network)(address, most));
  const other = await openWeb((_request, { socket }) => {
    socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
  }, names);
  expect(await get(other.network, 'http://shop.example/')).toEqual({
    problem: 'out_of_reach',
    mayPass: true,
  });
  expect(await get(cut.network, 'http://shop.example/')).toEqual({ problem: 'out_of_reach', mayPass: true });
  expect(await get(cut.network, 'http://none.example/')).toEqual({ problem: 'no_such_host', mayPass: false });
});

it('looks up two names at once, each once for all who ask meanwhile', async () => {
  const answers = new Map<string, (addresses: string[]) => void>();
  const asked: string[] = [];
  const resolve = inTurns((host) => {
    asked.push(host);
    if (host === 'gone') return Promise.reject(new Error('not found'));
    return new Promise((answer) => answers.set(host, answer));
  });
  const slow = [resolve('slow-1'), resolve('slow-2'), resolve('slow-1')];
  const gone = resolve('gone');
  const last = resolve('last');
  await Promise.resolve();
  expect(asked).toEqual(['slow-1', 'slow-2']);
  answers.get('slow-2')?.(['1.2.3.4']);
  await expect(gone).rejects.toThrow('not found');
  await vi.waitFor(() => expect(asked).toEqual(['slow-1', 'slow-2', 'gone', 'last']));
  answers.get('last')?.(['1.2.3.5']);
  answers.get('slow-1')?.(['1.2.3.6']);
  expect(await Promise.all([...slow, last])).toEqual([['1.2.3.6'], ['1.2.3.4'], ['1.2.3.6'], ['1.2.3.5']]);
  void resolve('slow-1');
  expect(asked.at(-1)).toBe('slow-1');
});
