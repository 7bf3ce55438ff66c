/** Which data folder a command line means. Read before anything else is loaded. */

type Environment = Readonly<Record<string, string | undefined>>

/** `flag` is the value of `--data`. */
export const dataFolderOf = (flag: string | undefined, env: Environment = process.env): string =>
  flag || env.BALCAO_DATA || 'data'

/** The value of the last `--data` among the arguments of a command, as commander reads it. */
export function findDataFlag(args: readonly string[]): string | undefined {
  let found: string | undefined
  for (let at = 0; at < args.length && args[at] !== '--'; at++) {
    const arg = args[at] ?? ''
    if (arg === '--data') found = args[++at]
    else if (arg.startsWith('--data=')) found = arg.slice('--data='.length)
  }
  return found
}
