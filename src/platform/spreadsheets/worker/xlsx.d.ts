import type { ParsingOptions, WorkBook } from 'xlsx'

declare module 'xlsx' {
  /** The library exports it, but its types lack it. `zip`: what `CFB.read` returns. */
  export function parse_zip(zip: unknown, options: ParsingOptions): WorkBook
}
