/** Sends a request by XMLHttpRequest, the only API that reports upload progress (0 to 1). Rejects as `fetch`
 * does. */
export function sendWithProgress(
  path: string,
  init: RequestInit,
  onProgress: (fraction: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'GET', path);
    new Headers(init.headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () => {
      const contentType = request.getResponseHeader('content-type') ?? 'text/plain';
      const body = request.status === 204 ? null : request.responseText;
      resolve(new Response(body, { status: request.status, headers: { 'content-type': contentType } }));
    };
    request.onerror = () => reject(new TypeError('The upload failed'));
    request.onabort = request.onerror;
    request.send(init.body instanceof FormData ? init.body : null);
  });
}
