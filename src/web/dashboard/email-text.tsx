/** An email address that breaks behind its @ where it must break. */
export function EmailText({ email }: { email: string }) {
  const at = email.indexOf('@') + 1;
  return (
    <span className="wrap-anywhere">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}
