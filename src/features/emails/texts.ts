export const emailFrameTexts = {
  hello: (name: string) => `Hello ${name},`,
  helloNobody: 'Hello,',
  /** A fact in the plain text; one of several lines starts on a new line. */
  fact: (label: string, value: string) =>
    /[\r\n]/.test(value) ? `${label}:\n${value}` : `${label}: ${value}`,
  spelledOut: 'If the button doesn’t work, open this link:',
};
