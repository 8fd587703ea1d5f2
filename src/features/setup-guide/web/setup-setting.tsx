import { useNavigate } from 'react-router';
import { setupTexts } from '#features/setup-guide/texts.ts';
import { Button } from '#ui/button.tsx';
import { ClearDemo } from './clear-demo.tsx';
import { useSetupGuide, useShowGuide } from './setup-guide.tsx';

const texts = setupTexts.setting;

/** The part of the settings that brings the set-up guide back, and clears the demo catalogue. */
export function SetupSetting() {
  const { data } = useSetupGuide();
  const navigate = useNavigate();
  const showing = useShowGuide(() => navigate('/dashboard/overview'));
  if (!data) return null;
  return (
    <section aria-labelledby="setup-setting" className="mt-10 max-w-2xl border-t border-line pt-6">
      <h2 id="setup-setting" className="text-xl">
        {texts.heading}
      </h2>
      <p className="mt-1 text-ink-soft">{texts.why}</p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button variant="secondary" busy={showing.isPending} onClick={() => showing.mutate(true)}>
          {texts.show}
        </Button>
        <ClearDemo hasDemo={data.hasDemo} />
      </div>
    </section>
  );
}
