import type { FastifyInstance } from 'fastify';
import { refuseForeign } from '#api/refuse-foreign-writes.ts';
import { Refusal } from '#contracts/api-error.ts';
import { requestTexts } from '#texts/refusals.ts';
import { orBusy, type PagesOptions, renderPage, sendRendered } from './pages.ts';

/** The pages whose forms can be sent without a script: those whose route has an `action`. */
const pagesWithForms = ['/', '/login', '/signup', '/reset-password'];

const FORM = 'application/x-www-form-urlencoded';

/**
 * Takes what a page's form sends where no script does it, because none runs or none has come yet. The page's `action`
 * hears of it, in the name of the client that sent it, and answers with a page or the way to one. A form of another
 * site is refused: what it says was not said here.
 */
export async function takeForms(app: FastifyInstance, options: PagesOptions): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload.resume()));
    for (const path of pagesWithForms) {
      scope.post(path, { config: { access: 'public' } }, async (request, reply) => {
        refuseForeign(request, options.origin());
        if (typeof request.body !== 'string') throw new Refusal('unsupported_type', requestTexts.notForm);
        options.countRendering(request);
        const sent = { method: 'POST', headers: { 'content-type': FORM }, body: request.body };
        const page = await orBusy(renderPage(options, request, sent), options);
        // It may show what was typed.
        page.headers.set('cache-control', 'no-store');
        return sendRendered(request, reply, page);
      });
    }
  });
}
