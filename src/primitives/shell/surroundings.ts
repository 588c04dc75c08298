/**
 * The command with a folder and variables around it, for exec targets that know neither: a fixed script changes the folder
 * and hands over to the command, whose words are arguments and never part of a script. When there is no such folder the
 * exit code is 126, as for any command that can not be run.
 */
export function withSurroundings(
  command: string | readonly string[],
  { cwd, env }: { readonly cwd?: string | undefined; readonly env?: Readonly<Record<string, string>> | undefined },
): string | readonly string[] {
  const variables = Object.entries(env ?? {}).map(([name, value]) => `${name}=${value}`);
  if (cwd === undefined && variables.length === 0) return command;
  const words = [...(variables.length > 0 ? ["env", ...variables] : []), ...(typeof command === "string" ? ["sh", "-c", command] : command)];
  return cwd === undefined ? words : ["sh", "-c", ENTER, "sh", cwd.startsWith("-") ? `./${cwd}` : cwd, ...words];
}

const ENTER = 'cd "$1" || exit 126; shift; exec "$@"';
