import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  publicDir: 'src/web/public',
  plugins: [tailwindcss(), reactRouter()],
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
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
                { name: 'shell', test: /src\/web\/(ui|layout|session|[^/]*\.ts)/, minShareCount: 6 },
              ],
            },
          },
        },
      },
    },
  },
});
