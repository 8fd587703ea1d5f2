import { LinkButton } from '#ui/button.tsx';
import { Spinner } from '#ui/loading.tsx';
import { uiTexts } from '#ui/texts.ts';

/** *Load more* as a link to the next tools, for browsers without scripts and for search engines: a press
 * appends them here instead, unless it opens the link elsewhere. */
export function NextTools({
  address,
  loading,
  onLoadMore,
}: {
  address: string;
  loading: boolean;
  onLoadMore: () => void;
}) {
  return (
    <LinkButton
      variant="secondary"
      to={address}
      rel="next"
      aria-busy={loading || undefined}
      icon={loading && <Spinner className="size-4" />}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        if (!loading) onLoadMore();
      }}
    >
      {uiTexts.loadMore}
    </LinkButton>
  );
}
