/** The page add-tool. */
export default function AddTool() {
  return <h1>AddTool</h1>;
}
