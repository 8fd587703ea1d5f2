/**
 * Runs in the head before any module. zod makes code of a schema where that is allowed, and finds out by trying, which
 * the pages' content policy refuses and browsers report; told so beforehand, it does not try.
 */
export const noEvalScript = 'globalThis.__zod_globalConfig={jitless:true};';
