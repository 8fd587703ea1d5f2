/** An email address that breaks behind its @ and its dots; within a part only where the part alone is too long for its place. */
export function EmailText({ email }: { email: string }) {
  const parts = email.match(/[^@.]+[@.]?/g) ?? [email];
  let at = 0;
  return (
    <span data-email="" className="as-underlined">
      {parts.map((part) => {
        at += part.length;
        return (
          <span key={at} className="as-underlined inline-block max-w-full">
            {part}
          </span>
        );
      })}
    </span>
  );
}
