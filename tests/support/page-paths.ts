import routes from '#app/routes.ts';

type Route = { path?: string; index?: boolean; children?: Route[] };

/** The addresses of all page routes, with an id for each parameter, and of a page that does not exist. */
export const pagePaths = pathsOf(routes as Route[], '');

function pathsOf(list: Route[], parent: string): string[] {
  return list.flatMap(({ path = '', children }) => {
    const full = `${parent}/${path}`
      .replace(':file', 'pages.xml')
      .replace(/:\w+\??/g, '01a1ff73-96bb-76c4-9fdd-9f42093433a4')
      .replace('*', 'no/such');
    const own = full.replace(/\/+/g, '/').replace(/(?<=.)\/$/, '');
    return [own, ...(children ? pathsOf(children, own) : [])];
  });
}
