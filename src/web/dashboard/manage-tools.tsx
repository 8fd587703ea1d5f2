/** The page manage-tools. */
export default function ManageTools() {
  return <h1>ManageTools</h1>;
}
