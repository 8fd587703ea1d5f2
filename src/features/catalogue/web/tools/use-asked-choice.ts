import { useMemo } from 'react';
import { useNavigation } from 'react-router';
import { readChoice, type ToolChoice } from './tool-choice.ts';

/**
 * What the reader has asked for last: the choice whose list is on its way, else `shown`, the one that stands. A change made
 * meanwhile starts from it, so that neither is lost.
 */
export function useAskedChoice(shown: ToolChoice): ToolChoice {
  const { location } = useNavigation();
  const coming = location?.pathname === '/tools' ? location.search : undefined;
  return useMemo(
    () => (coming === undefined ? shown : readChoice(new URLSearchParams(coming))),
    [coming, shown],
  );
}
