/** What the provider said, inline in red (specification, section 8). Takes no space while there is nothing. */
export function ErrorText({ children }: { children: string | undefined }) {
  return (
    <div role="alert" className="text-sm font-medium text-bad empty:hidden">
      {children}
    </div>
  );
}
