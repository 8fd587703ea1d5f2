/** The drawings of the icons on every page, or many times on one; 24 units wide and high. */
export const drawings = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'm20 20-4.6-4.6M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Z',
  'arrow-right': 'M4 12h15m-6-6 6 6-6 6',
  'chevron-down': 'm6 9 6 6 6-6',
  cards: 'M4 4h6.5v6.5H4V4Zm9.5 0H20v6.5h-6.5V4ZM4 13.5h6.5V20H4v-6.5Zm9.5 0H20V20h-6.5v-6.5Z',
  rows: 'M4 5h3v3H4V5Zm0 5.5h3v3H4v-3ZM4 16h3v3H4v-3ZM11 6.5h9M11 12h9m-9 5.5h9',
  cart: 'M3 4h2.6l2 11h10.2L20 7.5H6.3M9.5 19.6a.6.6 0 1 1-1.2 0 .6.6 0 0 1 1.2 0Zm8 0a.6.6 0 1 1-1.2 0 .6.6 0 0 1 1.2 0Z',
  user: 'M15.5 8.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0ZM5 20c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5',
  star: 'm12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8L12 3.8Z',
  filter: 'M4 7h16M7 12h10m-7 5h4',
  sun: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM12 3v1.5m0 15V21m9-9h-1.5m-15 0H3m15.4-6.4-1 1m-10.8 10.8-1 1m12.8 0-1-1M6.6 6.6l-1-1',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  'system-theme': 'M3.5 5h17v11h-17V5ZM9 20h6m-3-4v4',
  facebook:
    'M14.5 21v-8h3l.5-3.5h-3.5V7.3c0-1.2.5-1.8 1.8-1.8H18V3.2A12 12 0 0 0 15.6 3C13 3 11 4.5 11 7.3v2.2H8V13h3v8',
  instagram:
    'M4 7a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7Zm11.7 5a3.7 3.7 0 1 1-7.4 0 3.7 3.7 0 0 1 7.4 0Zm1.1-4.7v.1',
  youtube:
    'M3 8.5A2.5 2.5 0 0 1 5.5 6h13A2.5 2.5 0 0 1 21 8.5v7a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 15.5v-7Zm7.5.8v5.4l4.5-2.7-4.5-2.7Z',
  users:
    'M12.5 8.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM3.5 19c.5-3.2 2.9-5 6-5s5.5 1.8 6 5M15.5 5.7a3 3 0 0 1 0 5.6M18 14.5c1.5.8 2.4 2.3 2.7 4.5',
  phone:
    'M5 4h4l1.5 4.5-2.3 1.6a11 11 0 0 0 5.7 5.7l1.6-2.3L20 15v4c-1 1-2 1-3 1C10 19.5 4.5 14 4 7c0-1 0-2 1-3Z',
  box: 'M12 3.5 20.5 8v8.5L12 21l-8.5-4.5V8L12 3.5Zm0 8.7L3.5 8m8.5 4.2L20.5 8M12 12.2V21',
};

/** Distance from one star of a rating to the next: a star and a gap. */
const STAR_PITCH = 26.4;

/** Width of a rating's five stars, in units. */
const STARS_WIDTH = STAR_PITCH * 4 + 24;

const symbol = (name: string, width: number, content: string) =>
  `<symbol id="i-${name}" viewBox="0 0 ${width} 24">${content}</symbol>`;

const stars = [0, 1, 2, 3, 4].map(
  (nth) => `<path d="${drawings.star}" transform="translate(${nth * STAR_PITCH})"/>`,
);

/** These as symbols, and the five stars of a rating as one. */
export const iconSymbols = [
  ...Object.entries(drawings).map(([name, path]) => symbol(name, 24, `<path d="${path}"/>`)),
  symbol('stars', STARS_WIDTH, stars.join('')),
].join('');
