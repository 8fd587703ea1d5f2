import { layoutTexts } from '#web/texts/layout.ts';

/** The site's main links; Dashboard joins them for people who are signed in. */
export function siteLinks(isSignedIn: boolean): { to: string; label: string }[] {
  return [
    { to: '/', label: layoutTexts.home },
    { to: '/tools', label: layoutTexts.tools },
    ...(isSignedIn ? [{ to: '/dashboard', label: layoutTexts.dashboard }] : []),
  ];
}
