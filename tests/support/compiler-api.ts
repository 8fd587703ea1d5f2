/** The compiler API of TypeScript up to version 6, for tools that still generate code with it. */
export { ts as default } from '@ts-morph/common';
