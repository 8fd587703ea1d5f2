import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/app',
  ssr: true,
  // Some twenty routes: naming them all in the page saves a request per first visit of each.
  routeDiscovery: { mode: 'initial' },
  // A route's loader in a file of its own is one more answer, and comes with the page in any case.
  splitRouteModules: false,
} satisfies Config;
