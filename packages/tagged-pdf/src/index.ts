export { closeSheet, openSheet, type Place, type Sheet, type Style } from './sheet.ts';
