/** The site's main links; Dashboard joins them for people who are signed in. */
export function siteLinks(isSignedIn: boolean): { to: string; label: string }[] {
  return [
    { to: '/', label: 'Home' },
    { to: '/tools', label: 'Tools' },
    ...(isSignedIn ? [{ to: '/dashboard', label: 'Dashboard' }] : []),
  ];
}
