const figures = [
  { value: '55%', label: 'Sell Rate' },
  { value: '25+', label: 'Country Shipment' },
  { value: '440+', label: 'Feedback' },
  { value: '1000+', label: 'Happy Clients' },
];

/** Four figures about the shop (specification, section 2). */
export function Statistics() {
  return (
    <section aria-label="Statistics" className="border-y border-line bg-surface">
      <dl className="page grid grid-cols-2 divide-line max-lg:gap-y-8 py-10 lg:grid-cols-4 lg:divide-x">
        {figures.map(({ value, label }) => (
          <div
            key={label}
            className="flex flex-col-reverse gap-1 border-l border-line pl-5 lg:border-l-0 lg:pl-8 lg:first:pl-0"
          >
            <dt className="text-ink-soft">{label}</dt>
            <dd className="text-3xl font-bold whitespace-nowrap sm:text-4xl tabular-nums [font-stretch:112%]">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
