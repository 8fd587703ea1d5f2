import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Reads an archive with Python's own reader: the text of each file by its name, and of PDFs and pictures their bytes. */
const reader = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps({name: archive.read(name).decode('latin-1' if name.endswith(('.pdf', '.webp')) else 'utf-8') for name in archive.namelist()}))`;

/** The files of a ZIP archive by their names, as another program reads them. PDFs and pictures are in Latin-1. */
export function readArchive(bytes: Buffer): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'));
  const file = join(folder, 'archive.zip');
  try {
    writeFileSync(file, bytes);
    const read = execFileSync('python3', ['-c', reader, file], { encoding: 'utf8', maxBuffer: 1e8 });
    return new Map(Object.entries(JSON.parse(read) as Record<string, string>));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
