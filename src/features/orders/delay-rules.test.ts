import { expect, it } from 'vitest';
import { silenceAbout } from './delay-rules.ts';

const first = { shipBy: '2026-12-01', isFirst: true, today: '2026-11-28' };

it('takes silence about a first delay of up to 30 days as consent, from the day on which the order was due', () => {
  for (const newDate of ['2026-12-02', '2026-12-31'])
    expect(silenceAbout({ ...first, newDate })).toEqual({ silence: 'consents', answerBy: '2026-12-01' });
  expect(silenceAbout({ ...first, newDate: '2026-12-31', today: '2026-12-01' }).silence).toBe('consents');
});

it('cancels a longer or unknown first delay 30 days after the order was due', () => {
  for (const newDate of ['2027-01-01', null])
    expect(silenceAbout({ ...first, newDate })).toEqual({ silence: 'cancels', answerBy: '2026-12-31' });
});

it('cancels a further delay on the day that the buyer agreed to', () => {
  for (const newDate of ['2026-12-02', null])
    expect(silenceAbout({ ...first, isFirst: false, newDate })).toEqual({
      silence: 'cancels',
      answerBy: '2026-12-01',
    });
});

it('gives three days for the answer to a notice that is late, and cancels then', () => {
  for (const isFirst of [true, false])
    expect(silenceAbout({ ...first, isFirst, newDate: '2026-12-05', today: '2026-12-02' })).toEqual({
      silence: 'cancels',
      answerBy: '2026-12-05',
    });
});
