import type { Appearance } from '@stripe/stripe-js';

/** The appearance of the provider's fields, which are in their own frames: the current values of the shop's
 * tokens. */
export function elementLook(): Appearance {
  const colour = colourReader();
  const look: Appearance = {
    theme: 'flat',
    labels: 'above',
    disableAnimations: matchMedia('(prefers-reduced-motion: reduce)').matches,
    variables: {
      colorPrimary: colour('accent'),
      colorBackground: colour('surface'),
      colorText: colour('ink'),
      colorTextSecondary: colour('ink-soft'),
      colorTextPlaceholder: colour('ink-soft'),
      colorDanger: colour('bad'),
      colorWarning: colour('warn'),
      colorSuccess: colour('good'),
      accessibleColorOnColorPrimary: colour('on-accent'),
      iconColor: colour('ink-soft'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '6px',
      spacingUnit: '4px',
    },
    rules: {
      '.Input': { border: `1px solid ${colour('line-strong')}`, boxShadow: 'none' },
      '.Input--invalid': { borderColor: colour('bad'), boxShadow: 'none' },
      '.Input:focus': { outline: `2px solid ${colour('accent')}`, outlineOffset: '2px' },
      '.Label': { fontWeight: '560', color: colour('ink') },
    },
  };
  colour.close();
  return look;
}

/** Resolves tokens to plain colours: they use `light-dark()`, which the frames cannot resolve. */
function colourReader() {
  const probe = document.createElement('span');
  document.body.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(--color-${token})`;
    return getComputedStyle(probe).color;
  };
  return Object.assign(read, { close: () => probe.remove() });
}

/** Calls `onChange` whenever the displayed theme may have changed. Returns a function that stops it. */
export function watchTheme(onChange: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const choice = new MutationObserver(onChange);
  system.addEventListener('change', onChange);
  choice.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', onChange);
    choice.disconnect();
  };
}
