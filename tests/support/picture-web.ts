import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Network } from '#platform/download.ts';
import { plainPicture } from './pictures.ts';

/** A public address that represents the fake web. */
const PUBLIC = '93.184.216.34';

type Answer = (reply: ServerResponse, request: IncomingMessage) => void | Promise<void>;

/** The web that pictures are fetched from: every host is the same server, which serves a different picture
 * for each path unless `answers` has another response for it, or it is turned off.
 * `asked`: the requested paths, in order. */
export async function openPictureWeb() {
  const asked: string[] = [];
  const answers = new Map<string, Answer>();
  const most = { atOnce: 0 };
  let isDown = false;
  let atOnce = 0;
  const server = createServer(async (request, reply) => {
    if (isDown) return void request.socket.destroy();
    const path = request.url ?? '';
    asked.push(path);
    atOnce += 1;
    most.atOnce = Math.max(most.atOnce, atOnce);
    reply.once('close', () => {
      atOnce -= 1;
    });
    await (answers.get(path) ?? givePicture)(reply, request);
  }).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  const { port } = server.address() as AddressInfo;
  const turn = (state: 'on' | 'off') => {
    isDown = state === 'off';
  };
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { network: networkTo(port), port, asked, answers, most, turn, stop };
}

/** A network in which the server at this port is every host on the web; addresses of this machine stay what
 * they are. */
export const networkTo = (webPort: number): Network => ({
  resolve: async (host) => (host.startsWith('inward') ? ['10.0.0.9'] : [PUBLIC]),
  dial: ({ address, port }) => connect({ host: '127.0.0.1', port: address === PUBLIC ? webPort : port }),
});

/** Serves a small picture whose colour depends on its path. */
const givePicture: Answer = async (reply, { url = '' }) => {
  const sum = [...url].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 0xffffff, 7);
  const colour = `#${sum.toString(16).padStart(6, '0')}`;
  const bytes = await plainPicture({ width: 40, height: 30 }, colour).png().toBuffer();
  reply.writeHead(200, { 'content-type': 'image/png' }).end(bytes);
};
