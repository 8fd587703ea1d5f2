import { expect, it } from 'vitest';
import type { Tool } from '#features/catalogue/contract.ts';
import { toolsMeta } from './tool-choice.ts';

const hammer = { name: 'Claw hammer', category: 'Hand tools' } as Tool;
const shop = { name: 'Toolyard' };
const matches = [{ id: 'root', loaderData: { settings: { origin: 'https://shop.example', shop } } }];

/** Title, canonical address and robots directive of the list for a query. */
function found(search: string, first: Tool | null = hammer) {
  const tags = toolsMeta({ matches, location: { search } }, first ?? undefined);
  const firstOf = (key: string) => tags.flatMap((tag) => (key in tag ? [Reflect.get(tag, key)] : []))[0];
  const robots = tags.find((tag) => 'name' in tag && tag.name === 'robots');
  return [firstOf('title'), firstOf('href'), robots && Reflect.get(robots, 'content')];
}

const allTools = ['Tools – Toolyard', 'https://shop.example/tools', 'max-image-preview:large'];
const handTools = ['Hand tools – Toolyard', 'https://shop.example/tools?category=Hand+tools', allTools[2]];

it.each([
  ['', allTools],
  ['?sort=price', allTools],
  ['?brand=Brackwell&orderable=1', allTools],
  ['?category=Hand+tools', handTools],
  ['?sort=price&category=Hand+tools&all', handTools],
])('the list at %j appears in search results as %j', (search, page) => {
  expect(found(search)).toEqual(page);
});

it('keeps searches and choices without results out of search engines', () => {
  const title = '“hammer” in Tools – Toolyard';
  expect(found('?q=hammer&category=Hand+tools')).toEqual([title, undefined, 'noindex']);
  expect(found('?category=Nothing', null)).toEqual(['Tools – Toolyard', undefined, 'noindex']);
});

it('gives each further page of an indexed list its own canonical address', () => {
  expect(found('?after=MQ')[1]).toBe('https://shop.example/tools?after=MQ');
  expect(found('?category=Hand+tools&after=MQ')[1]).toBe(
    'https://shop.example/tools?category=Hand+tools&after=MQ',
  );
  expect(found('?sort=price&after=MQ')[1]).toBe('https://shop.example/tools');
});

it('lets search engines index a shop without tools', () => {
  expect(found('', null)).toEqual(allTools);
});
