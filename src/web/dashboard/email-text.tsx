/** An email address that breaks behind its @ and its dots; within a part only where the part alone is too long for its place. */
export function EmailText({ email }: { email: string }) {
  return (
    <span data-email="" className="as-underlined">
      {[...email.matchAll(/[^@.]+[@.]?/g)].map(({ index, 0: part }) => (
        <span key={index} className="as-underlined inline-block max-w-full">
          {part}
        </span>
      ))}
    </span>
  );
}
