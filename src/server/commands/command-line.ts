import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { errorCode } from '#platform/errors.ts';
import { explainStartFailure, StartFailure } from '#server/shop/start-failure.ts';

/** A command of package.json, with its help. */
export type Command = {
  /** Its name there: `npm run NAME`, except `npm start`. */
  name: string;
  /** Its argument as shown in the help: `FILE` if required, `[FILE]` if optional. */
  takes?: string;
  /** The one option that it knows, such as `--verify`. */
  option?: string;
  about: string[];
  run(argument: string | undefined, given: { option: boolean }): Promise<void>;
};

/** Prints a line to the person who runs the command. */
export const say = (line: string) => process.stdout.write(`${line}\n`);

/** Prints a command's usage, or reads `.env` and runs it. A known failure prints one line; any failure sets
 * exit code 1. */
export async function runCommand(command: Command, args: string[]): Promise<void> {
  // The reader may close the pipe before the end, as `head` does.
  process.stdout.on('error', (error) => {
    if (errorCode(error) !== 'EPIPE') throw error;
  });
  try {
    if (args.includes('--help') || args.includes('-h')) {
      say(describe(command));
      return;
    }
    const argument = readArgument(command, args);
    if (existsSync('.env')) loadEnvFile('.env');
    await command.run(argument, { option: command.option !== undefined && args.includes(command.option) });
  } catch (error) {
    process.stderr.write(`${explainStartFailure(error)}\n`);
    process.exitCode = 1;
  }
}

/** Reads a command's only argument. @throws StartFailure if there is another, or it is missing */
export function readArgument(command: Omit<Command, 'run'>, args: string[]): string | undefined {
  const { takes } = command;
  const [first, ...more] = args.filter((each) => each !== command.option);
  const wrongUse = (problem: string) =>
    new StartFailure(
      `${callOf(command)} ${problem}. Usage: ${usageOf(command)}. More: ${callOf(command)} -- --help`,
    );
  const option = [first, ...more].find((each) => each?.startsWith('-'));
  if (option !== undefined) throw wrongUse(`does not know ${option}`);
  const superfluous = takes === undefined ? first : more[0];
  if (superfluous !== undefined) throw wrongUse(`does not know what to do with ${superfluous}`);
  if (first === undefined && takes !== undefined && !takes.startsWith('[')) throw wrongUse(`needs ${takes}`);
  return first;
}

type Named = Pick<Command, 'name' | 'takes' | 'option'>;

const callOf = ({ name }: Named) => (name === 'start' ? 'npm start' : `npm run ${name}`);

function usageOf(command: Named): string {
  const { takes, option } = command;
  const args = [option && `[${option}]`, takes].filter((each) => each !== undefined);
  return args.length === 0 ? callOf(command) : `${callOf(command)} -- ${args.join(' ')}`;
}

function describe(command: Command): string {
  return [
    usageOf(command),
    '',
    ...command.about.map((line) => `  ${line}`),
    '  Settings come from the environment and from .env; .env.example names them all.',
  ].join('\n');
}
