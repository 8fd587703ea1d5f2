import { afterEach, beforeEach, expect, it } from 'vitest';
import { plainPicture } from '#tests/support/pictures.ts';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import { hashOfUpload } from './files-image-host.ts';
import { createPictureEncoder } from './picture-encoder.ts';
import { createS3ImageHost, createS3PictureFiles } from './s3-image-host.ts';

let server: S3Server;
beforeEach(async () => {
  server = await startS3Server();
});
afterEach(() => server.stop());

const open = () => createS3ImageHost(server.settings, { encoder: createPictureEncoder() });

it('detects keys that may not list the bucket, with which no picture could be added', async () => {
  const host = await open();
  await host.check();
  const names = server.names();
  // As Amazon answers without `s3:ListBucket`.
  server.behave((method, key) => (method === 'GET' && !names.includes(key) ? 'denied' : undefined));
  await expect(host.check()).rejects.toThrow(/AccessDenied.*; said of a file that is not there/);
});

it('stores a picture again if its record is invalid', async () => {
  const bytes = await plainPicture({ width: 20, height: 10 }).png().toBuffer();
  const name = `${hashOfUpload(bytes)}.json`;
  const files = await createS3PictureFiles(server.settings);
  for (const content of ['<h1>Welcome</h1>', '{}']) {
    await files.write([{ name, content: Buffer.from(content), type: 'text/html' }]);
    const { url, width } = await (await open()).store(bytes);
    expect(width).toBe(20);
    expect(server.names()).toContain(url.slice(1));
    expect(JSON.parse(String(await files.read(name)))).toMatchObject({ width: 20, height: 10 });
  }
});
