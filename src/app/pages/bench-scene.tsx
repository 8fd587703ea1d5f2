import { use } from 'react';
import { preload } from 'react-dom';
import { NonceContext } from '#ui/client/load-context.ts';
import { themeMedia, useThemeChoice } from '#ui/theme.ts';
import darkPhoneSmall from './bench-scene/dark-phone-780.avif';
import darkPhoneLarge from './bench-scene/dark-phone-1080.avif';
import darkSmall from './bench-scene/dark-wide-1280.avif';
import darkMiddle from './bench-scene/dark-wide-1920.avif';
import darkLarge from './bench-scene/dark-wide-2880.avif';
import lightPhoneSmall from './bench-scene/light-phone-780.avif';
import lightPhoneLarge from './bench-scene/light-phone-1080.avif';
import lightSmall from './bench-scene/light-wide-1280.avif';
import lightMiddle from './bench-scene/light-wide-1920.avif';
import lightLarge from './bench-scene/light-wide-2880.avif';
import { bannerTexts } from './home-texts.ts';

type Scene = { phone: string; wide: string };

const light: Scene = {
  phone: `${lightPhoneSmall} 780w, ${lightPhoneLarge} 1080w`,
  wide: `${lightSmall} 1280w, ${lightMiddle} 1920w, ${lightLarge} 2880w`,
};
const dark: Scene = {
  phone: `${darkPhoneSmall} 780w, ${darkPhoneLarge} 1080w`,
  wide: `${darkSmall} 1280w, ${darkMiddle} 1920w, ${darkLarge} 2880w`,
};

const PHONE = '(max-width: 639px)';
const WIDE = '(min-width: 640px)';
// Width of the scene at the box's height; narrower pages show its middle or its right.
const WIDE_SIZES = '(min-width: 1024px) max(100vw, 1920px), 1100px';

/** Shows the chosen theme's picture when the system's theme differs. It stands behind the picture: a script
 * in the middle of one makes Chromium's preload scanner forget the sources,
 * and fetch the fallback as well. */
const chosenScript = `{const chosen=document.documentElement.dataset.theme;if(chosen)for(const source of document.currentScript.previousElementSibling.querySelectorAll('source')){const [width,theme]=source.media.split(' and (prefers');source.media=theme.includes(chosen)?width:'not all'}}`;

/** Has the browser fetch the system theme's picture before it reads the page, ahead of fonts and scripts. */
function fetchFirst({ phone, wide }: Scene, theme: 'light' | 'dark'): void {
  const options = { as: 'image', type: 'image/avif', fetchPriority: 'high' } as const;
  const media = themeMedia(theme, 'system');
  preload(phone, { ...options, imageSrcSet: phone, imageSizes: '100vw', media: within(PHONE, media) });
  preload(wide, { ...options, imageSrcSet: wide, imageSizes: WIDE_SIZES, media: within(WIDE, media) });
}

/** The banner's picture by day and by night, in the nearest positioned box. Fetched first, in one theme
 * only. */
export function BenchScene() {
  const nonce = use(NonceContext);
  if (import.meta.env.SSR) {
    fetchFirst(light, 'light');
    fetchFirst(dark, 'dark');
  }
  return (
    <>
      <picture className="absolute inset-0">
        <Sources scene={light} theme="light" />
        <Sources scene={dark} theme="dark" />
        <img
          src={lightMiddle}
          alt={bannerTexts.sceneDescription}
          width={1920}
          height={750}
          fetchPriority="high"
          className="size-full object-cover object-bottom sm:max-lg:object-bottom-right"
        />
      </picture>
      <script nonce={nonce}>{chosenScript}</script>
      <Numbers />
    </>
  );
}

function Sources({ scene, theme }: { scene: Scene; theme: 'light' | 'dark' }) {
  const choice = useThemeChoice();
  const media = themeMedia(theme, choice);
  return (
    <>
      <source suppressHydrationWarning media={within(PHONE, media)} srcSet={scene.phone} sizes="100vw" />
      <source suppressHydrationWarning media={within(WIDE, media)} srcSet={scene.wide} sizes={WIDE_SIZES} />
    </>
  );
}

function within(width: string, theme: string): string {
  if (theme === 'all') return width;
  return theme.startsWith('(') ? `${width} and ${theme}` : theme;
}

/** Positions of the key's numbers on the scene of 1920 × 750, in the key's order. */
const numbers = [
  [1046, 403],
  [1180, 403],
  [1284, 403],
  [1370, 403],
  [1446, 403],
  [1012, 516],
  [1206, 508],
] as const;
/** Leader lines of the last two numbers, and a disc round each number. */
const LEADERS = 'M1020 525l26 31M1215 499l37-37';
const discs = numbers.map(([x, y]) => `M${x - 12} ${y}a12 12 0 1 0 24 0a12 12 0 1 0-24 0z`).join('');

/** Overlay with the picture's geometry: the same width, aligned at the bottom. */
function Numbers() {
  return (
    <svg
      viewBox="0 0 1920 750"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className="absolute inset-0 size-full max-lg:hidden"
    >
      <path d={LEADERS + discs} className="fill-surface stroke-ink stroke-2" />
      <g textAnchor="middle" className="fill-ink text-sm font-semibold">
        {numbers.map(([x, y], index) => (
          <text key={x} x={x} y={y + 5}>
            {index + 1}
          </text>
        ))}
      </g>
    </svg>
  );
}
