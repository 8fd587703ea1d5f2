import { addToolTexts } from '#web/texts/forms.ts';

const { picture: texts } = addToolTexts;

/** How far an upload has got: `progress` from 0 to 1; once all is sent, the shop looks at it. */
export function UploadBar({ progress }: { progress: number }) {
  const percent = Math.round(progress * 100);
  return (
    <div className="mt-2 flex items-center gap-3 text-sm tabular-nums">
      <progress
        aria-label={texts.upload}
        max={100}
        value={percent}
        className="h-1.5 flex-1 appearance-none overflow-hidden rounded-md bg-sunken forced-colors:appearance-auto [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
      <span className="w-24 text-right">{percent < 100 ? texts.sent(percent) : texts.checking}</span>
    </div>
  );
}
