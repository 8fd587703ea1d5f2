/** A stand-in. */
export function BenchPlate() {
  return <svg aria-hidden="true" />;
}
