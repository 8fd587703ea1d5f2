import plate from './bench-plate.svg';

const parts = [
  'Claw hammer',
  'Combination spanner',
  'Adjustable wrench',
  'Combination pliers',
  'Screwdriver',
  'Bench vice',
  'Smoothing plane',
  'Combi drill',
];

/**
 * The banner's picture: a wall and a bench of tools, drawn as a plate of an engineering catalogue with its list of
 * parts. The drawing has both themes in it and follows the page's `color-scheme`.
 */
export function BenchPlate() {
  return (
    <figure className="flex h-full min-h-0 flex-col overflow-hidden rounded-md border border-line bg-surface max-lg:rounded-b-none max-lg:border-b-0 lg:h-[654px]">
      <img
        src={plate}
        alt="Eight tools numbered as in a catalogue: five hang on a pegboard, three stand on the bench below it."
        width={1200}
        height={1130}
        fetchPriority="high"
        className="min-h-0 w-full flex-1 object-cover object-bottom"
      />
      <figcaption className="border-t border-line px-4 py-2.5 max-lg:hidden">
        <ol className="grid grid-cols-4 gap-x-4 text-xs text-ink-soft">
          {parts.map((part, index) => (
            <li key={part} className="flex gap-1.5">
              <span className="font-semibold text-ink tabular-nums">{index + 1}</span>
              {part}
            </li>
          ))}
        </ol>
      </figcaption>
    </figure>
  );
}
