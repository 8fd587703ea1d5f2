import { expect } from 'vitest';
import type { Tool, ToolFacets } from '#features/catalogue/contract.ts';
import type { Category } from '#features/categories/contract.ts';
import { expectStatus } from './buying.ts';
import type { TestShop, TestUser } from './test-shop.ts';
import { namesOf } from './tool-search.ts';

type Answer = Category & { insertedId: string; error: { code: string; field?: string; message: string } };

/** Admin calls for categories and brands, and buyers' searches by them. */
export function openCategoryDesk(t: TestShop, admin: TestUser) {
  const ask = (method: string, path: string, body?: unknown) =>
    t.call<Answer>(method, path, { token: admin.token, body });
  const refusal = async (method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await ask(method, path, body);
    return [status, answer.error?.code, answer.error?.field];
  };
  const listed = async (path: string) => expectStatus(await t.call<Category[]>('GET', path), 200);
  const named = async (path: string, name: string) =>
    (await listed(path)).find((each) => each.name === name) ?? expect.fail(`no ${name}`);
  const found = async (query: Record<string, string>) =>
    namesOf(expectStatus(await t.call<Tool[]>('GET', `/tool?${new URLSearchParams(query)}`), 200));
  const facetsOf = async (query: Record<string, string> = {}) =>
    expectStatus(await t.call<ToolFacets>('GET', `/tool/facets?${new URLSearchParams(query)}`), 200);
  const readTool = async (id: string) => expectStatus(await t.call<Tool>('GET', `/tool/${id}`), 200);

  return { ask, refusal, listed, named, found, facetsOf, readTool };
}
