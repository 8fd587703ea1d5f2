const drawings = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'm6 6 12 12M18 6 6 18',
  search: 'm20 20-4.6-4.6M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Z',
  'arrow-right': 'M4 12h15m-6-6 6 6-6 6',
  return: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  'chevron-down': 'm6 9 6 6 6-6',
  'to-end': 'm6 6 6 6 6-6M5 18h14',
  cards:
    'M4 4h6.500v6.500H4V4Zm9.500 0H20v6.500h-6.500V4ZM4 13.500h6.500V20H4v-6.500Zm9.500 0H20V20h-6.500v-6.500Z',
  rows: 'M4 5h3v3H4V5Zm0 5.500h3v3H4v-3ZM4 16h3v3H4v-3ZM11 6.500h9M11 12h9m-9 5.500h9',
  sort: 'm7 14 5-5 5 5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  warning: 'M12 4 2.8 20h18.4L12 4Zm0 6v4.5m0 2.6v.1',
  cart: 'M3 4h2.6l2 11h10.2L20 7.5H6.3M9.5 19.6a.6.6 0 1 1-1.2 0 .6.6 0 0 1 1.2 0Zm8 0a.6.6 0 1 1-1.2 0 .6.6 0 0 1 1.2 0Z',
  user: 'M15.5 8.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0ZM5 20c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5',
  users:
    'M12.5 8.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM3.5 19c.5-3.2 2.9-5 6-5s5.5 1.8 6 5M15.5 5.700a3 3 0 0 1 0 5.600M18 14.500c1.5.8 2.4 2.3 2.7 4.5',
  star: 'm12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.800L12 3.800Z',
  trash: 'M4 7h16M9.5 7V4h5v3M6 7l1 13h10l1-13m-8 4v5m4-5v5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  filter: 'M4 7h16M7 12h10m-7 5h4',
  image: 'M4 5h16v14H4V5Zm0 11 4.5-4.5 4 4 2.5-2.500L20 18M16.5 9.200v.1',
  pin: 'M12 21s-6.5-5.6-6.5-11a6.5 6.5 0 0 1 13 0c0 5.4-6.5 11-6.5 11Zm2.2-11a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0Z',
  mail: 'M3.5 6h17v12.500h-17V6Zm0 1 8.5 6.500L20.5 7',
  phone:
    'M5 4h4l1.5 4.5-2.3 1.600a11 11 0 0 0 5.7 5.700l1.6-2.300L20 15v4c-1 1-2 1-3 1C10 19.5 4.5 14 4 7c0-1 0-2 1-3Z',
  chart: 'M4 4v16h16M8.500 16v-3m4 3V8m4 8v-5',
  wrench:
    'M20 7.500a5 5 0 0 1-6.7 5.100L7 19a2 2 0 0 1-2.9-2.900l6.4-6.300A5 5 0 0 1 16.5 4l-2.8 2.8.5 3 3 .5L20 7.500Z',
  card: 'M3 6h18v12.500H3V6Zm0 4h18M6.5 15H10',
  box: 'M12 3.5 20.5 8v8.500L12 21l-8.5-4.500V8L12 3.500Zm0 8.700L3.5 8m8.5 4.200L20.5 8M12 12.200V21',
  sun: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM12 3v1.500m0 15V21m9-9h-1.500m-15 0H3m15.4-6.4-1 1m-10.8 10.8-1 1m12.8 0-1-1M6.6 6.600l-1-1',
  moon: 'M19.5 14.500A8 8 0 0 1 9.5 4.500a8 8 0 1 0 10 10Z',
  'system-theme': 'M3.5 5h17v11h-17V5ZM9 20h6m-3-4v4',
  facebook:
    'M14.5 21v-8h3l.5-3.500h-3.500V7.300c0-1.2.5-1.8 1.8-1.800H18V3.200A12 12 0 0 0 15.6 3C13 3 11 4.5 11 7.300v2.200H8V13h3v8',
  instagram:
    'M4 7a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7Zm11.7 5a3.7 3.7 0 1 1-7.4 0 3.7 3.7 0 0 1 7.4 0Zm1.1-4.700v.1',
  youtube:
    'M3 8.500A2.5 2.5 0 0 1 5.5 6h13A2.5 2.5 0 0 1 21 8.500v7a2.5 2.5 0 0 1-2.5 2.500h-13A2.5 2.5 0 0 1 3 15.500v-7Zm7.5.800v5.400l4.5-2.7-4.5-2.700Z',
};

export type IconName = keyof typeof drawings;

/** An icon in the text colour. It is decorative: adjacent text, or an `aria-label`, carries the meaning. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinejoin="round"
      strokeLinecap="square"
      aria-hidden="true"
      className={className}
    >
      <path d={drawings[name]} />
    </svg>
  );
}
