/** The page verify-email. */
export default function VerifyEmail() {
  return <h1>VerifyEmail</h1>;
}
