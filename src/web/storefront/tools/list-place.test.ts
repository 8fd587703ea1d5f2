import { describe, expect, it } from 'vitest';
import {
  firstPlace,
  heightBetween,
  type ListPlace,
  noteHeights,
  stretchCount,
  stretchesNear,
} from './list-place.ts';

/** A place whose first stretches are so high. */
function placeOf(...heights: number[]): ListPlace {
  const place = firstPlace(24);
  noteHeights(
    place,
    heights.map((height, stretch) => [stretch, height]),
  );
  return place;
}

const thousand = Array.from({ length: 2_000 }, () => 1_000);

describe('stretchesNear', () => {
  it('leaves everything in the page up to 96 tools', () => {
    expect(stretchesNear({ ...placeOf(...thousand), to: 16 }, 96, 14_000, 900)).toEqual({ from: 0, to: 16 });
  });

  it('adds to a short list only what comes near, and takes nothing away', () => {
    expect(stretchesNear(placeOf(...thousand), 96, 0, 900)).toEqual({ from: 0, to: 4 });
    expect(stretchesNear(placeOf(...thousand), 96, 2_000, 900)).toEqual({ from: 0, to: 6 });
  });

  it('takes out what is more than 3,000 pixels out of sight', () => {
    expect(stretchesNear(placeOf(...thousand), 10_000, 500_000, 900)).toEqual({ from: 497, to: 504 });
  });

  it('never takes out everything', () => {
    expect(stretchesNear(placeOf(...thousand), 97, 90_000, 900)).toEqual({ from: 16, to: 17 });
    expect(stretchesNear(placeOf(), 0, 0, 900)).toEqual({ from: 0, to: 0 });
  });

  it('begins with the list while that is below the screen', () => {
    expect(stretchesNear(placeOf(...thousand), 10_000, -500, 900)).toEqual({ from: 0, to: 4 });
  });
});

describe('heightBetween', () => {
  it('adds up what was measured', () => {
    expect(heightBetween(placeOf(10, 20.5, 30), 1, 3)).toBe(50.5);
  });

  it('takes the usual height for what was not', () => {
    expect(heightBetween(placeOf(10, 20), 0, 4)).toBe(60);
  });

  it('goes by the first ones measured, whatever comes later', () => {
    const place = placeOf(10, 20);
    noteHeights(place, [[2, 90]]);
    expect(heightBetween(place, 0, 4)).toBe(135);
  });
});

describe('stretchCount', () => {
  it.each([
    [0, 0],
    [6, 1],
    [7, 2],
    [24, 4],
  ])('%d tools are %d', (tools, stretches) => {
    expect(stretchCount(tools)).toBe(stretches);
  });
});
