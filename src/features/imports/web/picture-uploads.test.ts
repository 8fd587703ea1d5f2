import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#ui/client/api-client.ts';
import { createPictureUploads } from './picture-uploads.ts';

const picture = (name: string, content = name, lastModified = 1) =>
  new File([content], name, { type: 'image/png', lastModified });
const pictures = (count: number) => Array.from({ length: count }, (_, index) => picture(`${index}.png`));

/** Uploads that end when, and how, the test decides. */
function heldUploads(check = async (_file: File): Promise<string | undefined> => undefined) {
  const held: { name: string; key: string; end: PromiseWithResolvers<string>; signal: AbortSignal }[] = [];
  const uploads = createPictureUploads({
    check,
    upload(file, key, signal) {
      const end = Promise.withResolvers<string>();
      held.push({ name: file.name, key, end, signal });
      signal.addEventListener('abort', () => end.reject(signal.reason));
      return end.promise;
    },
  });
  const reach = (count: number) => vi.waitFor(() => expect(held).toHaveLength(count));
  const succeed = (nth: number) => held[nth]?.end.resolve(`/pictures/${nth}`);
  const fail = (nth: number, status: number, words: string) =>
    held[nth]?.end.reject(new ApiError(status, 'internal', words));
  const ended = () => vi.waitFor(() => expect(uploads.current().isUploading).toBe(false));
  return { uploads, held, reach, succeed, fail, ended };
}

describe('pictures of an import', () => {
  it('upload three at a time, with later additions, and are mapped by name', async () => {
    const { uploads, held, reach, succeed, ended } = heldUploads();
    uploads.add(pictures(2));
    await reach(2);
    uploads.add([picture('a.png'), picture('b.png')]);
    await reach(3);
    expect(uploads.current()).toMatchObject({ total: 4, uploaded: 0, left: 4, isUploading: true });
    succeed(1);
    await reach(4);
    expect(uploads.current()).toMatchObject({ uploaded: 1, left: 3 });
    for (const nth of [0, 2, 3]) succeed(nth);
    await ended();
    expect(uploads.addresses()).toEqual({
      '0.png': '/pictures/0',
      '1.png': '/pictures/1',
      'a.png': '/pictures/2',
      'b.png': '/pictures/3',
    });
    uploads.add([picture('a.png'), picture('b.png')]);
    await ended();
    expect(held).toHaveLength(4);
    expect(uploads.current().replaced).toEqual([]);
  });

  it('give way to a later one of the same name, ignoring case, and report it', async () => {
    const { uploads, reach, succeed, ended } = heldUploads();
    uploads.add([picture('Saw.png')]);
    await reach(1);
    uploads.add([picture('saw.PNG', 'another saw')]);
    await reach(2);
    succeed(1);
    succeed(0);
    await ended();
    expect(uploads.current()).toMatchObject({ total: 1, uploaded: 1, replaced: ['saw.PNG'] });
    expect(uploads.addresses()).toEqual({ 'saw.PNG': '/pictures/1' });
  });

  it('are rejected by name, by browser or shop, until others are chosen', async () => {
    const check = async ({ name }: File) => (name === 'list.png' ? 'Text' : undefined);
    const { uploads, held, reach, fail, ended } = heldUploads(check);
    uploads.add([picture('list.png'), picture('bad.png')]);
    await reach(1);
    fail(0, 422, 'Damaged');
    await ended();
    const refused = [
      { name: 'list.png', problem: 'Text' },
      { name: 'bad.png', problem: 'Damaged' },
    ];
    expect(uploads.current()).toMatchObject({ total: 2, left: 0, stopped: undefined, refused });
    uploads.resume();
    await ended();
    expect(held).toHaveLength(1);
    uploads.add([]);
    expect(uploads.current()).toMatchObject({ total: 0, refused: [] });
  });

  it.each([0, 401, 429, 503])(
    'stop at %i, which would fail the next one too, and continue with the same keys',
    async (status) => {
      const { uploads, held, reach, succeed, fail, ended } = heldUploads();
      uploads.add(pictures(5));
      await reach(3);
      fail(0, status, 'Not now');
      succeed(1);
      succeed(2);
      await ended();
      expect(held).toHaveLength(3);
      expect(uploads.current()).toMatchObject({ uploaded: 2, left: 3, stopped: 'Not now', refused: [] });
      uploads.resume();
      await reach(6);
      expect(uploads.current().stopped).toBeUndefined();
      // The failed picture comes last.
      expect(held.slice(3).map(({ name }) => name)).toEqual(['3.png', '4.png', '0.png']);
      expect(held[5]?.key).toBe(held[0]?.key);
      for (const nth of [3, 4, 5]) succeed(nth);
      await ended();
      expect(uploads.current()).toMatchObject({ total: 5, uploaded: 5, left: 0 });
    },
  );

  it('are dropped on cancel, except those already uploaded', async () => {
    const { uploads, held, reach, succeed } = heldUploads();
    uploads.add(pictures(5));
    await reach(3);
    succeed(0);
    await reach(4);
    uploads.cancel();
    expect(uploads.current()).toMatchObject({ total: 1, uploaded: 1, left: 0, isUploading: false });
    expect(held.slice(1).every(({ signal }) => signal.aborted)).toBe(true);
    uploads.add(pictures(2));
    await reach(5);
    expect(held[4]?.name).toBe('1.png');
    succeed(4);
    await vi.waitFor(() => expect(uploads.current()).toMatchObject({ total: 2, uploaded: 2 }));
  });
});
