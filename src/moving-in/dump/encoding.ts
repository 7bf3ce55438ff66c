/** A dump must be UTF-8: everything else has lost letters already, or would lose them here. */
import { isUtf8 } from 'node:buffer'
import type { Dialect } from './lexer'
import { type RefusalFacts, refuse } from './refusal'
import { type Row, TEXT } from './row'
import type { Column } from './statements'

export const encodingCommand = ({ isMysql }: Dialect): string =>
  isMysql ? 'mysqldump --default-character-set=utf8mb4' : 'pg_dump --encoding=UTF8'

/** What the dump says of itself. SQL_ASCII and binary say nothing, so only the values tell. */
export function requireEncoding(encoding: string, dialect: Dialect): void {
  if (!/^(utf-?8(mb[34])?|unicode|sql_ascii|binary|default)$/i.test(encoding))
    refuse('encoding', { encoding, command: encodingCommand(dialect) })
}

/** Binary values may hold any bytes. `facts` say where the row is. */
export function requireUtf8(row: Row, columns: readonly Column[], facts: () => RefusalFacts): void {
  if (isUtf8(row.bytes.subarray(0, row.length))) return
  for (const [n, { name, kind }] of columns.entries()) {
    if (row.kinds[n] !== TEXT || kind === 'bytes' || kind === 'bits') continue
    const value = row.bytes.subarray(row.starts[n], row.ends[n])
    if (isUtf8(value)) continue
    const valid = validBytes(value)
    const before = value.toString('utf8', Math.max(0, valid - 20), valid).replace(/^\uFFFD+/, '')
    refuse('notUtf8', { ...facts(), column: name, before, bytes: value.toString('hex', valid, valid + 3) })
  }
}

const BLOCK_BYTES = 4096

/** How many bytes are UTF-8 from the start on: whole blocks first, because a value may be large. */
function validBytes(value: Buffer): number {
  let valid = 0
  for (const step of [BLOCK_BYTES, 1])
    for (;;) {
      const end = endOfSign(value, valid + step)
      if (end <= valid || !isUtf8(value.subarray(valid, end))) break
      valid = end
    }
  return valid
}

/** The end of the sign that `at` would cut. */
function endOfSign(value: Buffer, at: number): number {
  let end = Math.min(at, value.length)
  while (end < value.length && ((value[end] ?? 0) & 0xc0) === 0x80) end++
  return end
}
