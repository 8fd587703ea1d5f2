import { emailFrameTexts } from './texts.ts';

const LONGEST_NAME = 80;

/** What a mail program would turn into a link: an address with a scheme, a mailbox, a host's name. */
const LINK = /:\/\/|@|\bwww\b|[\p{L}\p{N}]\.[\p{L}\p{N}]{2,}/iu;

/**
 * How an email begins: 'Hello Ada,'. Whoever signs up chooses the name and the address that the email goes to, so a 'name'
 * that would be an advertisement in the shop's email is left out: one that is long, or holds something to click.
 */
export function greeting(name: string): string {
  return name.length > LONGEST_NAME || LINK.test(name)
    ? emailFrameTexts.helloNobody
    : emailFrameTexts.hello(name);
}
