import { randomUUID } from 'node:crypto';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Exemption } from '#features/exemptions/contract.ts';
import { insertExemption } from '#features/exemptions/store.ts';
import type { Reply, TestShop, TestUser } from './test-shop.ts';

/** The smallest file that passes for a whole PDF. */
export const smallPdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

/** The facts of a certificate for Ohio and New York. */
export const certificateFacts = { kind: 'resale', number: '12-345678', states: 'OH, us-ny', expiresOn: '' };

/** The form of an upload; `file` replaces the PDF. */
export function certificateForm(
  facts: Record<string, string> = certificateFacts,
  { bytes = smallPdf, type = 'application/pdf', field = 'certificate' } = {},
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(facts)) form.append(name, value);
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), 'certificate.pdf');
  return form;
}

/** Uploads a certificate, of `email` for staff. */
export async function uploadCertificate(
  t: TestShop,
  { token }: Pick<TestUser, 'token'>,
  form = certificateForm(),
  email?: string,
): Promise<Reply<Exemption & ErrorReply>> {
  const whose = email === undefined ? '' : `?email=${encodeURIComponent(email)}`;
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(`${t.url}/exemption-certificates${whose}`, {
    method: 'POST',
    headers,
    body: form,
  });
  return {
    status: reply.status,
    headers: reply.headers,
    body: (await reply.json()) as Exemption & ErrorReply,
  };
}

/** Stores a certificate of a person for Ohio that nobody has checked; its id. */
export async function makeCertificate(
  { shop }: TestShop,
  { userId }: Pick<TestUser, 'userId'>,
): Promise<string> {
  const id = randomUUID();
  await shop.db.transaction().execute((tx) =>
    insertExemption(
      tx,
      {
        ...{ id, user_id: userId, kind: 'resale', number: '12-345678', states: ['US-OH'] },
        ...{ media_type: 'application/pdf', size_bytes: smallPdf.length, uploaded_at: shop.clock.now() },
      },
      smallPdf,
    ),
  );
  return id;
}
