/** Output of commands: text for people, or with --json one document for programs. Results on stdout, errors on stderr. */
import type { Gate } from '../src/platform/gate'
import type { Failure } from './exit'

/** Results are printed when what this process has committed before is acknowledged. */
export type Output = { readonly json: boolean; readonly gate: Gate }

/** `words` are lines for people; `document` is the same data for programs. */
export async function print({ json, gate }: Output, document: unknown, words: readonly string[]): Promise<void> {
  await gate.waitForAll()
  process.stdout.write(`${json ? JSON.stringify(document) : words.join('\n')}\n`)
}

/** A result before the last one: lines for people, on stderr. */
export async function printEarly({ gate }: Output, words: readonly string[]): Promise<void> {
  await gate.waitForAll()
  process.stderr.write(`${words.join('\n')}\n`)
}

/** Calls `failed` if output could not be written. A pipe closed early by its reader is no failure. */
export function watchOutput(failed: (error: unknown) => void): void {
  process.stdout.on('error', (error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) failed(error)
  })
}

export function printFailure({ json }: Pick<Output, 'json'>, { code: _, ...failure }: Failure): void {
  if (json) console.error(JSON.stringify(failure))
  else console.error([failure.message, ...detailLines(failure.details)].join('\n'))
}

/** Aligns columns to their widest cell. */
export function table(rows: readonly (readonly (string | number | null)[])[]): string[] {
  const texts = rows.map((row) => row.map((cell) => String(cell ?? '-')))
  const widths = texts.reduce<number[]>(
    (widest, row) => row.map((cell, at) => Math.max(Bun.stringWidth(cell), widest[at] ?? 0)),
    [],
  )
  return texts.map((row) =>
    row
      .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - Bun.stringWidth(cell)))
      .join('  ')
      .trimEnd(),
  )
}

/** The calendar day in a time zone, as screens show it. */
export const day = (milliseconds: number, timeZone = 'UTC'): string =>
  Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(timeZone).toPlainDate().toString()

function detailLines(details: unknown): string[] {
  if (!Array.isArray(details)) return []
  return details.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'field' in one && 'message' in one
      ? [`  ${String(one.field)}: ${String(one.message)}`]
      : [],
  )
}
