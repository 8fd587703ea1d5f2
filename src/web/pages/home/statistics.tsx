import { homeTexts } from '#web/texts/home.ts';

/** Four figures about the shop (specification, section 2), on a band across the page. */
export function Statistics() {
  return (
    <section aria-label={homeTexts.statistics} className="bg-band text-on-band">
      <dl className="page grid grid-cols-2 gap-y-10 py-12 lg:grid-cols-4 lg:py-16">
        {homeTexts.figures.map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse gap-2 border-l border-band-line pl-4 lg:pl-6">
            <dt className="label-caps text-on-band-soft">{label}</dt>
            <dd className="figure-large whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
