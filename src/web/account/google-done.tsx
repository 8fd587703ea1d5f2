/** The page google-done. */
export default function GoogleDone() {
  return <h1>GoogleDone</h1>;
}
