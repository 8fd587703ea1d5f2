/** Values that must not leak, each with a description. */
export type Canaries = {
  /** Watches for a value from now on, in every form it may take. */
  keep(what: string, value: string): string;
  /** The values found in a text, such as `password: …`. */
  findIn(text: string): string[];
  /** Number of watched values. */
  count(): number;
};

/** Shorter values would be found by chance. */
const SHORTEST = 8;

/** Creates an empty set. */
export function createCanaries(): Canaries {
  const kept = new Map<string, string>();
  return {
    keep(what, value) {
      if (value.length < SHORTEST) throw new Error(`${what} is too short to be told from other text`);
      kept.set(value, what);
      return value;
    },
    findIn(text) {
      return [...kept].flatMap(([value, what]) =>
        formsOf(value).flatMap((written) =>
          text.includes(written) ? [`${what}: ${around(text, written)}`] : [],
        ),
      );
    },
    count: () => kept.size,
  };
}

/** A value as is, and encoded for a URL, a form, JSON, HTML, base64 and hexadecimal digits. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const forms = [
    value,
    encodeURIComponent(value),
    new URLSearchParams({ '': value }).toString().slice(1),
    JSON.stringify(value).slice(1, -1),
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#x27;'),
    // Without the last characters, which depend on what follows.
    bytes.toString('base64').replace(/.{0,2}=*$/, ''),
    bytes.toString('hex'),
  ];
  return [...new Set(forms)];
}

/** The surroundings of a match. */
function around(text: string, written: string): string {
  const at = text.indexOf(written);
  return text.slice(Math.max(0, at - 120), at + written.length + 60);
}
