import type { MetaDescriptor } from 'react-router';

/**
 * A page's title ('My Orders – Toolyard') and description, for a route's `meta`. `path` is the one address that search
 * engines are to keep of a public page, whatever is in its query.
 */
export function pageMeta(title: string | undefined, description: string, path?: string): MetaDescriptor[] {
  const fullTitle = title ? `${title} – Toolyard` : 'Toolyard – hand tools, power tools and machines';
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:site_name', content: 'Toolyard' },
    ...(path ? [{ tagName: 'link', rel: 'canonical', href: path }] : []),
  ];
}
