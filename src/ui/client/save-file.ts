/** Saves a file in the browser under its own name; `onProgress` is called with the number of bytes
 * received. */
export async function saveFile(
  response: Response,
  onProgress: (bytes: number) => void = () => {},
): Promise<void> {
  let bytes = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(block, stream) {
      bytes += block.byteLength;
      onProgress(bytes);
      stream.enqueue(block);
    },
  });
  const body = response.body?.pipeThrough(counting) ?? null;
  const address = URL.createObjectURL(await new Response(body, response).blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = /filename="(.+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
  link.click();
  URL.revokeObjectURL(address);
}
