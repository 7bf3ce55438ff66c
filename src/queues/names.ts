/** Names of another product, as ours have to be. Pure. */
import { oneLine } from '../platform/text'

const LONGEST_NAME = 50

export function plainName(name: string): string {
  const plain = oneLine(name, LONGEST_NAME)
  return plain.length >= 2 ? plain : `${plain || 'Fila'} 1`
}

/** With a number behind it if it is taken. */
export function freeName(wanted: string, isTaken: (name: string) => boolean, n = 2): string {
  if (!isTaken(wanted)) return wanted
  const numbered = `${wanted.slice(0, LONGEST_NAME - 4).trim()} ${n}`
  return isTaken(numbered) ? freeName(wanted, isTaken, n + 1) : numbered
}
