/** Values that must stay where they belong, each with what it stands for. */
export type Canaries = {
  /** Looks out for a value from now on, in every form it may take on its way. */
  keep(what: string, value: string): string;
  /** What of it a text tells, such as `password: …`. */
  findIn(text: string): string[];
  /** How many values are looked out for. */
  count(): number;
};

/** Shorter values would be found by chance. */
const SHORTEST = 8;

/** Makes an empty cage. */
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

/** A value as it is, and as it stands in an address, a form, JSON, HTML, base64 and hexadecimal digits. */
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

/** The place where it was found. */
function around(text: string, written: string): string {
  const at = text.indexOf(written);
  return text.slice(Math.max(0, at - 120), at + written.length + 60);
}
