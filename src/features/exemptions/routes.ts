import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import { requestLimits } from '#contracts/limits.ts';
import type { AppContext } from '#features/app-context.ts';
import { acceptFileForms, readFileForm, saysNothing } from '#features/pictures/read-file-form.ts';
import { todayOf } from '#features/shop-details/read-details.ts';
import { requireUser } from '#features/users/authorise.ts';
import { bareContentPolicy } from '#http/security-headers.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { currentTurnTaker } from '#platform/actor.ts';
import { limitConcurrency } from '#platform/concurrency.ts';
import { checkStructure, pictureTypeNamed, pictureTypeOf } from '#platform/images/check-structure.ts';
import { addExemption, checkExemption, deleteExemption, ownerOf } from './change-exemptions.ts';
import {
  addExemptionCall,
  checkExemptionCall,
  deleteExemptionCall,
  getExemptionFileCall,
  listExemptionsCall,
  listPendingExemptionsCall,
  type NewExemption,
  newExemptionSchema,
} from './contract.ts';
import {
  endingOf,
  findExemption,
  listExemptions,
  listPending,
  readExemptionFile,
  serializeExemption,
} from './store.ts';
import { exemptionErrorTexts as texts } from './texts.ts';

const UPLOADS_AT_ONCE = 2;
const OF_ONE_PERSON = 1;

const CERTIFICATE_FIELD = 'certificate';

/** A PDF file ends with its end-of-file marker; some programs append a few bytes (ISO 32000-2, 7.5.5). */
const TAIL_BYTES = 1024;

/** Registers the calls about resale and exemption certificates. */
export async function exemptionRoutes(api: ApiServer, context: AppContext): Promise<void> {
  await api.register(async (uploads: ApiServer) => uploadRoute(uploads, context));

  serve(api, listExemptionsCall, {}, async (request) => {
    const ownerId = await ownerOf(context, requireUser(request), request.query.email);
    const today = await todayOf(context);
    return (await listExemptions(context.db, ownerId)).map((row) => serializeExemption(row, today));
  });

  serve(api, listPendingExemptionsCall, {}, async () => {
    const today = await todayOf(context);
    return (await listPending(context.db)).map((row) => serializeExemption(row, today));
  });

  serve(api, checkExemptionCall, {}, async (request) =>
    checkExemption(context, requireUser(request), request.params.id, request.body),
  );

  serve(api, deleteExemptionCall, {}, async (request) =>
    deleteExemption(context, requireUser(request), request.params.id),
  );

  fileRoute(api, context);
}

/** The file, for its owner and staff only: it is downloaded, and nothing keeps it. */
function fileRoute(api: ApiServer, context: AppContext): void {
  serve(api, getExemptionFileCall, {}, async (request, reply) => {
    const { userId, isStaff } = requireUser(request);
    const { id } = request.params;
    const row = await findExemption(context.db, id);
    const content = row && (row.user_id === userId || isStaff) && (await readExemptionFile(context.db, id));
    if (!row || !content) throw new AppError('not_found', texts.noSuchCertificate);
    reply.type(row.media_type).headers({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="certificate.${endingOf(row.media_type)}"`,
      'content-length': content.length,
      'content-security-policy': `${bareContentPolicy}; sandbox`,
      'x-content-type-options': 'nosniff',
    });
    return Readable.from([content]);
  });
}

/** Registered in its own scope, where only forms are parsed. */
async function uploadRoute(api: ApiServer, context: AppContext): Promise<void> {
  const inTurn = limitConcurrency(UPLOADS_AT_ONCE, OF_ONE_PERSON);
  await acceptFileForms(api, requestLimits.certificateBytes);
  const text = { type: 'string' };
  const unreadBody = {
    'multipart/form-data': {
      type: 'object',
      required: [CERTIFICATE_FIELD, 'kind', 'number', 'states'],
      properties: {
        [CERTIFICATE_FIELD]: { type: 'string', format: 'binary' },
        ...{ kind: text, number: text, states: text, expiresOn: text },
      },
    },
  };
  serve(api, addExemptionCall, { limit: 'uploads', unreadBody }, async (request) =>
    inTurn(async () => {
      const currentUser = requireUser(request);
      const ownerId = await ownerOf(context, currentUser, request.query.email);
      return addExemption(context, currentUser, { ...(await readCertificate(request)), ownerId });
    }, currentTurnTaker()),
  );
}

type Certificate = NewExemption & { content: Buffer; mediaType: string };

/** Reads a certificate and its facts from a form. @throws AppError unsupported_type, too_large,
 * invalid_input */
async function readCertificate(request: FastifyRequest): Promise<Certificate> {
  const rules = { field: CERTIFICATE_FIELD, maxBytes: requestLimits.certificateBytes, texts };
  const { bytes, mediaType, fields } = await readFileForm(request, rules);
  const type = checkedType(bytes, mediaType);
  const about = newExemptionSchema.safeParse(Object.fromEntries(fields));
  if (about.success) return { ...about.data, content: bytes, mediaType: type };
  const [problem] = about.error.issues;
  throw new AppError('invalid_input', problem?.message ?? texts.badForm, { field: String(problem?.path[0]) });
}

/** Returns the media type of a whole PDF file or picture. @throws AppError unsupported_type, invalid_input */
function checkedType(bytes: Buffer, announced: string): string {
  const type = typeOf(bytes);
  const at = { field: CERTIFICATE_FIELD };
  if (!type) throw new AppError('unsupported_type', texts.otherType, at);
  const isAnnounced =
    type === 'pdf' ? announced.toLowerCase() === 'application/pdf' : pictureTypeNamed(announced) === type;
  if (!saysNothing(announced) && !isAnnounced)
    throw new AppError('unsupported_type', texts.announcedAs(announced.slice(0, 50)), at);
  if (!isWhole(bytes, type)) throw new AppError('invalid_input', texts.damaged, at);
  return type === 'pdf' ? 'application/pdf' : `image/${type}`;
}

function typeOf(bytes: Buffer): 'pdf' | 'jpeg' | 'png' | 'webp' | undefined {
  if (/^%PDF-[12]\.\d/.test(bytes.subarray(0, 8).toString('latin1'))) return 'pdf';
  const type = pictureTypeOf(bytes);
  return type === 'avif' ? undefined : type;
}

function isWhole(bytes: Buffer, type: 'pdf' | 'jpeg' | 'png' | 'webp'): boolean {
  if (type === 'pdf') return bytes.subarray(-TAIL_BYTES).includes('%%EOF');
  try {
    checkStructure(bytes, type);
    return true;
  } catch {
    return false;
  }
}
