import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import {
  addFamily,
  addMembers,
  editFamily,
  mergeFamily,
  readManagedFamily,
  removeFamily,
  serializeManagedFamily,
  splitFamily,
} from './change-families.ts';
import {
  addFamilyCall,
  addMembersCall,
  deleteFamilyCall,
  editFamilyCall,
  getFamilyCall,
  getManagedFamilyCall,
  listManagedFamiliesCall,
  mergeFamilyCall,
  splitFamilyCall,
} from './contract.ts';
import { type FamilyContext, readFamily, serializeMember } from './read-family.ts';
import { listFamilies, serializeListedFamily } from './store.ts';

/** Registers the calls about families of tools. */
export function familiesRoutes(api: ApiServer, context: FamilyContext): void {
  const { currency } = context.config;
  const change = { changesCatalogue: true } as const;

  serve(api, getFamilyCall, { keeps: 'until-change' }, async (request, reply) => {
    const { page, ...family } = await readFamily(context, request.params.id, request.query);
    return {
      ...family,
      members: sendPage(request, reply, page, (row) =>
        serializeMember(row, [...family.columns, ...family.shared], currency),
      ),
    };
  });

  serve(api, listManagedFamiliesCall, {}, async (request, reply) =>
    sendPage(request, reply, await listFamilies(context.db, request.query), serializeListedFamily),
  );

  serve(api, getManagedFamilyCall, {}, async ({ params }) =>
    serializeManagedFamily(await readManagedFamily(context.db, params.id)),
  );

  serve(api, addFamilyCall, change, async ({ body }) => addFamily(context, body));

  serve(api, editFamilyCall, change, async ({ params, body }) => editFamily(context, params.id, body));

  serve(api, addMembersCall, change, async ({ params, body }) => addMembers(context, params.id, body));

  serve(api, splitFamilyCall, change, async ({ params, body }) => splitFamily(context, params.id, body));

  serve(api, mergeFamilyCall, change, async ({ params, body }) => mergeFamily(context, params.id, body.into));

  serve(api, deleteFamilyCall, change, async ({ params }) => removeFamily(context, params.id));
}
