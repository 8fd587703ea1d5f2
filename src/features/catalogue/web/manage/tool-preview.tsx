import { ToolCard } from '#features/catalogue/web/tool-card.tsx';
import { addToolTexts as texts } from '#web/texts/forms.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { ToolFields } from './tool-fields.ts';

/**
 * The card that buyers will see, with what has been typed so far. To be looked at: it says nothing to screen readers that
 * the fields do not, and cannot be pressed.
 */
export function ToolPreview({ typed, picture }: { typed: Partial<ToolFields>; picture: string | undefined }) {
  const tool = {
    _id: '',
    name: typed.name || texts.previewName,
    description: typed.description ?? '',
    img: picture ?? '',
    picture: null,
    min_order_quantity: wholeOf(typed.min_order_quantity, 1),
    available_quantity: wholeOf(typed.available_quantity, 1),
    price: wholeOf(typed.price, 0),
    category: typed.category ?? null,
    brand: typed.brand ?? null,
    rating: null,
    rating_count: 0,
  };
  return (
    <div aria-hidden="true" inert className="max-w-sm max-lg:hidden">
      <p className="label-caps mb-2 text-ink-soft">{texts.preview}</p>
      <div className="relative">
        <ToolCard tool={tool} heading="h3" sizes="400px" />
        {!picture && (
          <div className="absolute inset-x-px top-px grid aspect-4/3 place-items-center rounded-t-md bg-plate text-plate-ink">
            <Icon name="image" className="size-8" />
          </div>
        )}
      </div>
    </div>
  );
}

/** What has been typed into a field of figures, as far as it is a figure. */
const wholeOf = (typed: number | undefined, instead: number) =>
  typed !== undefined && Number.isFinite(typed) ? typed : instead;
