/** The page add-review. */
export default function AddReview() {
  return <h1>AddReview</h1>;
}
