/*
 * The content policy of the pages runs no style but those of its own files and those it names by their hash. A mail
 * brings its style along, into the frame in which the trial mailbox shows it; so both stand here, to the letter.
 */

/** How the HTML form of every mail looks. */
export const mailStyle =
  'body{font-family:sans-serif;line-height:1.5}th{padding:2px 16px 2px 0;text-align:left}';

/** The paper on which the trial mailbox lays a mail: white in the dark theme too. */
export const mailPaperStyle =
  'html{background:#fff;color-scheme:light}body{margin:20px;font:16px/1.5 sans-serif;overflow-wrap:anywhere}';
