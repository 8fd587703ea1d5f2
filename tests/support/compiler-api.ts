/** The compiler's own API as TypeScript had it up to its version 6, for what still generates code with it. */
export { ts as default } from '@ts-morph/common';
