export { closeSheet, openSheet, type Sheet, type Style } from './sheet.ts';
