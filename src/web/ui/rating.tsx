import { Icon } from './icon.tsx';

const stars = [1, 2, 3, 4, 5];

/** Read-only stars: `rate` of 5, said in words to screen readers. */
export function Rating({ rate }: { rate: number }) {
  return (
    <span role="img" aria-label={`Rated ${rate} out of 5`} className="inline-flex gap-0.5">
      {stars.map((star) => (
        <Icon
          name="star"
          key={star}
          className={star <= rate ? 'size-5 fill-accent text-accent' : 'size-5 text-line-strong'}
        />
      ))}
    </span>
  );
}
