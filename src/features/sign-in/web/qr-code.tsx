import encodeQR from 'qr';

/** Light modules around the code, as readers need. */
const BORDER = 4;

/** A text as a QR code, dark on light in both themes: not every camera reads it inverted. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: BORDER });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      style={{ colorScheme: 'light' }}
      className="w-60 max-w-full rounded-md border border-line"
    >
      <rect width={rows.length} height={rows.length} className="fill-surface" />
      <path d={dark.join('')} className="fill-ink" />
    </svg>
  );
}
