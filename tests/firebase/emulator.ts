const emulator = () => `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}`;
const project = () => process.env.FIREBASE_PROJECT_ID;

type Code = { email: string; requestType: 'VERIFY_EMAIL' | 'PASSWORD_RESET'; oobLink: string };

/** Returns the link of the last mail of that kind to an address, as Firebase would have sent it. @throws if
 * there is none */
export async function mailedLink(email: string, requestType: Code['requestType']): Promise<string> {
  const { oobCodes }: { oobCodes: Code[] } = await (
    await fetch(`${emulator()}/emulator/v1/projects/${project()}/oobCodes`)
  ).json();
  const link = oobCodes.findLast((code) => code.email === email && code.requestType === requestType)?.oobLink;
  if (!link) throw new Error(`no mail to ${email}`);
  return link;
}

/** Changes an account as a project administrator would in Firebase's console. */
export async function changeAccount(email: string, change: object): Promise<void> {
  const { users } = await callAsOwner('accounts:lookup', { email: [email] });
  await callAsOwner('accounts:update', { localId: users?.[0]?.localId, ...change });
}

async function callAsOwner(method: string, body: object): Promise<{ users?: { localId: string }[] }> {
  const response = await fetch(
    `${emulator()}/identitytoolkit.googleapis.com/v1/projects/${project()}/${method}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
      body: JSON.stringify(body),
    },
  );
  if (!response.ok) throw new Error(`${method}: ${response.status} ${await response.text()}`);
  return response.json();
}
