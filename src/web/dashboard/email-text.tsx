/** An email address that breaks behind its @ where it must break. */
export function EmailText({ email }: { email: string }) {
  const at = email.indexOf('@') + 1;
  return (
    <span className="wrap-anywhere @4xl:inline-block @4xl:min-w-36">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}
