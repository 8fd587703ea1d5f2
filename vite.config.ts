import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/**
 * The content policy of the pages takes no style that a script writes into the page, which is how the toasts bring
 * theirs. `toaster.tsx` imports it as a file instead; here it is taken out of the script.
 */
const toastsWithoutInlineStyle: Plugin = {
  name: 'toasts-without-inline-style',
  transform: {
    filter: { id: /node_modules\/sonner\/dist\/index\.mjs$/ },
    handler(code) {
      const without = code.replace(/^__insertCSS\(.*\);?$/m, '');
      if (without === code) throw new Error('The toasts bring their style along in another way now');
      return { code: without, map: null };
    },
  },
};

export default defineConfig({
  publicDir: 'src/web/public',
  plugins: [tailwindcss(), reactRouter(), toastsWithoutInlineStyle],
  build: {
    // The first versions with light-dark(), which the theme's tokens are written in.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A few larger files compress better than thirty small ones, and the framework stays cached over releases.
            // It comes in two, so that neither takes a phone long to take in.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                // What only the dashboard's forms need stays with them.
                { name: 'query', test: /node_modules\/@tanstack\/(?!.*(mutationObserver|useMutation)\.js)/ },
                {
                  name: 'router',
                  test: /node_modules\/react-router\/|src\/web\/(history-key|script-mark|texts\/layout)\./,
                },
                {
                  name: 'shell',
                  test: /src\/(web\/(ui|layout|client|[^/]*\.ts)|features\/(users\/web\/session|users\/texts\/session|catalogue\/web\/search)|(web\/)?texts\/(failures|found|locale|shop|ui)\.)/,
                  minShareCount: 6,
                },
                {
                  name: 'sign-in-wall',
                  test: /src\/(web\/send-on|features\/users\/web\/session\/(require-sign-in|return-path))\./,
                  minShareCount: 2,
                },
                {
                  name: 'storefront',
                  test: /src\/(web\/((pages|layout|ui)\/[^/]*$|client\/(public-api|drafts|use-list)|texts\/loaded-lists)|features\/(catalogue\/(web\/[^/]*$|texts\/tool-card)|reviews\/(web\/[^/]*$|texts)))/,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
  },
});
