/** Command-line options. */
import { parseArgs } from 'node:util'

export type Options = {
  readonly quick: boolean
  readonly large: boolean
  readonly write: boolean
  readonly only: readonly string[] | undefined
  readonly against: string | undefined
}

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      large: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      only: { type: 'string' },
      against: { type: 'string' },
    },
  })
  const { quick, large, write, against } = values
  if (against === '') throw new Error('--against needs a commit, or the path of an executable')
  if (against !== undefined && large) throw new Error('--large does not go with --against')
  if (against === undefined && write) throw new Error('--write goes with --against alone')
  return { quick, large, write, against, only: values.only?.split(',') }
}

/** The selected parts, in running order. */
export function wantedParts(only: readonly string[] | undefined, parts: readonly string[]): string[] {
  for (const part of only ?? [])
    if (!parts.includes(part)) throw new Error(`--only ${part}: one of ${parts.join(', ')}`)
  return parts.filter((part) => only?.includes(part) ?? true)
}
