import { useEffect, useId, useReducer, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useParams } from 'react-router';
import { decimalSigns } from '#contracts/number-notation.ts';
import { listSpecificationNamesCall } from '#features/catalogue/managed-contract.ts';
import type { ManagedFamily } from '#features/families/contract.ts';
import { useManagedFamily } from '#features/families/web/keeper/use-families.ts';
import { problemOfPicture, useUpload } from '#features/pictures/web/upload-pictures.ts';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { ApiError, errorMessage, ReadableError } from '#ui/client/api-client.ts';
import { FormFoot, LeaveDialog } from '#ui/dashboard/form-parts.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { SelectField } from '#ui/field.tsx';
import { useFocus } from '#ui/hooks.ts';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { useAction } from '#ui/use-action.ts';
import { addSizesCall, type AddSizes as Sizes } from '../contract.ts';
import { addSizesTexts as texts } from '../texts.ts';
import { type SharedFields, SharedFieldset } from './shared-fields.tsx';
import { cellId, SizeGrid } from './size-grid.tsx';
import {
  changeGrid,
  columnTitle,
  emptyGrid,
  type GridProblem,
  placeProblems,
  readGrid,
  type SentGrid,
} from './size-grid-state.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** Adds sizes to a family as rows of cells, typed or pasted from a spreadsheet. */
export default function AddSizes() {
  const { id = '' } = useParams();
  const family = useManagedFamily(id);
  const [done, setDone] = useState<Added>();
  const link = { to: `/dashboard/families/${id}`, words: texts.toFamily };
  return (
    <AdminOnly title={texts.title}>
      <PageHead title={texts.title} lead={family.data && texts.lead(family.data.name)} link={link} />
      {family.error && <QueryError of={family} />}
      {family.isPending && <Skeleton className="h-96 w-full" />}
      {family.data &&
        (done ? (
          <Done {...done} family={family.data} onAgain={() => setDone(undefined)} />
        ) : (
          <SizesForm family={family.data} onAdded={setDone} />
        ))}
    </AdminOnly>
  );
}

type Added = { importId: string; count: number };

/** What was added, and the ways on. */
function Done({ importId, count, family, onAgain }: Added & { family: ManagedFamily; onAgain: () => void }) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingRef.current?.focus(), []);
  return (
    <section className="rounded-md border border-line bg-surface p-4 sm:p-6">
      <h2 ref={headingRef} tabIndex={-1} className="text-xl">
        {texts.added(count, family.name)}
      </h2>
      <p className="mt-2 text-ink-soft">{texts.addedWhy}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <LinkButton to={`/dashboard/families/${family._id}`}>{texts.seeFamily}</LinkButton>
        <LinkButton to={`/dashboard/import?import=${importId}`} variant="secondary">
          {texts.seeChanges}
        </LinkButton>
        <Button variant="secondary" onClick={onAgain}>
          {texts.addMore}
        </Button>
      </div>
    </section>
  );
}

type FormProps = { family: ManagedFamily; onAdded: (added: Added) => void };

function SizesForm({ family, onAdded }: FormProps) {
  const gridId = useId();
  const [state, dispatch] = useReducer(changeGrid, emptyGrid);
  const form = useForm<SharedFields>({
    defaultValues: {
      category: family.category ?? '',
      brand: '',
      description: family.description,
      min_order_quantity: '1',
      pack_step: '1',
      image: undefined,
    },
  });
  const [decimal, setDecimal] = useState('');
  const [isDoubtful, setDoubtful] = useState(false);
  const known = useCall(['tools', 'specification names'], listSpecificationNamesCall, {});
  const sending = useSending(family, onAdded);
  const { problem, found, setProblem, setFound } = sending;
  const focusOn = useFocus();
  const grid = readGrid(state);
  const hasContent = state !== emptyGrid && grid.rows.length > 0;

  function submit(shared: SharedFields) {
    setFound([]);
    setProblem(undefined);
    const [unnamed] = Object.keys(grid.nameProblems);
    dispatch({ type: 'nameProblems', problems: grid.nameProblems });
    if (grid.rows.length === 0) return setProblem(texts.nothing);
    if (unnamed !== undefined) return focusOn(cellId(gridId, -1, Number(unnamed)));
    sending.mutate({ shared, grid, decimal, onCells, onDoubt });
  }

  function onCells(problems: GridProblem[]) {
    dispatch({ type: 'problems', problems });
    const [first] = problems;
    if (first) focusOn(cellId(gridId, first.row, first.column));
  }

  function onDoubt() {
    setDoubtful(true);
    focusOn(`${gridId}-decimal`);
  }

  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(submit)} className="space-y-10">
      <SharedFieldset form={form} progress={sending.progress} />
      <section aria-labelledby={`${gridId}-heading`}>
        <h2 id={`${gridId}-heading`} className="text-xl">
          {texts.grid}
        </h2>
        <p className="mt-1 mb-2 max-w-prose text-ink-soft">{texts.gridLead}</p>
        <SizeGrid
          id={gridId}
          state={state}
          dispatch={dispatch}
          known={known.data?.map(({ name, unit }) => (unit ? `${name}, ${unit}` : name)) ?? []}
        />
        {isDoubtful && (
          <SelectField
            id={`${gridId}-decimal`}
            className="mt-4 max-w-xs"
            label={texts.numbers}
            value={decimal}
            none={texts.numbersOfCells}
            options={decimalSigns.map((sign) => [sign, texts.decimals[sign]] as const)}
            onChange={({ target }) => setDecimal(target.value)}
          />
        )}
      </section>
      <Problems
        found={found}
        names={state.names}
        onOpen={({ row, column }) => focusOn(cellId(gridId, row, column))}
      />
      <FormFoot problem={problem} waiting={undefined}>
        <Button type="submit" busy={sending.isPending}>
          {texts.submit(grid.rows.length)}
        </Button>
      </FormFoot>
      <LeaveDialog wouldLose={hasContent && !sending.isSuccess} />
    </form>
  );
}

/** More wrong cells than these are told in the grid alone. */
const MOST_NAMED = 20;

type Found = GridProblem | { field: string; message: string };

/** The wrong cells as a list, each of which leads to its cell. */
function Problems({
  found,
  names,
  onOpen,
}: {
  found: Found[];
  names: readonly string[];
  onOpen: (problem: GridProblem) => void;
}) {
  if (found.length === 0) return null;
  return (
    <div role="alert" className="rounded-md border border-bad/40 bg-bad-wash p-4">
      <p className="font-semibold">{texts.wrong(found.length)}</p>
      <ul className="mt-2 space-y-1 text-sm">
        {found.slice(0, MOST_NAMED).map((problem) =>
          'field' in problem ? (
            <li key={problem.field}>{texts.problem(labelOf(problem.field), problem.message)}</li>
          ) : (
            <li key={`${problem.row} ${problem.column}`}>
              <button
                type="button"
                className="min-h-6 text-left underline underline-offset-4 wrap-anywhere"
                onClick={() => onOpen(problem)}
              >
                {texts.problem(
                  texts.cell(problem.row + 1, columnTitle(names, problem.column)),
                  problem.message,
                )}
              </button>
            </li>
          ),
        )}
        {found.length > MOST_NAMED && <li>{texts.moreProblems(found.length - MOST_NAMED)}</li>}
      </ul>
    </div>
  );
}

const labelOf = (field: string) =>
  (texts.fields as Record<string, string>)[field]?.replace(/ \(.*\)$/, '') ?? field;

type Send = {
  shared: SharedFields;
  grid: SentGrid;
  decimal: string;
  onCells: (problems: GridProblem[]) => void;
  onDoubt: () => void;
};

/** Sends the grid. What the shop finds wrong in its cells is `found`, anything else the `problem`. */
function useSending(family: ManagedFamily, onAdded: FormProps['onAdded']) {
  const { api } = useSession();
  const { upload, progress } = useUpload();
  const [problem, setProblem] = useState<string>();
  const [found, setFound] = useState<Found[]>([]);
  const action = useAction({
    async call({ shared: { image, ...cells }, grid, decimal }: Send) {
      const wrong = image && (await problemOfPicture(image));
      if (wrong) throw new ReadableError(wrong);
      const img = image && (await upload(image));
      const body = {
        ...{ columns: grid.columns, rows: grid.rows, shared: { ...cells, ...(img && { img }) } },
        ...(decimal && { decimal: decimal as Sizes['decimal'] }),
      };
      return api.call(addSizesCall, { params: { id: family._id }, body });
    },
    onDone: ({ importId, toolIds }) => onAdded({ importId, count: toolIds.length }),
    onRefused(error, { grid, onCells, onDoubt }) {
      const { code, field, cells } =
        error instanceof ApiError ? error : { code: undefined, field: undefined, cells: [] };
      if (cells.length === 0) setProblem(code === 'too_large' ? texts.tooLarge : errorMessage(error));
      if (field === 'decimal') onDoubt();
      const placed = placeProblems(grid, cells);
      const shared = cells.flatMap(({ row, field: of, message }) =>
        row === null && of !== null ? [{ field: of, message }] : [],
      );
      setFound([...shared, ...placed]);
      onCells(placed);
    },
    changes: [['tools']],
  });
  return { ...action, progress, problem, setProblem, found, setFound };
}
