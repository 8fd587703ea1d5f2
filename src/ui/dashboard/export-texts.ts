import { fileSize } from '#texts/file-size.ts';

export const exportTexts = {
  csv: 'Export CSV',
  soFar: (bytes: number) => (bytes === 0 ? 'Starting…' : `${fileSize(bytes)} so far`),
  cancel: 'Cancel export',
};
