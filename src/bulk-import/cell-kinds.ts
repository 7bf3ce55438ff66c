/** Recognises cells that hold dates, money, documents or plain numbers, whatever their heading is. Pure. */
import { readDocument } from '../platform/document'

export type CellKind = 'date' | 'money' | 'document' | 'digits' | 'link' | 'text'

const DATE = /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](\d{4}|\d{2}))([T ]+\d{1,2}:\d{2}.*)?$/
const MONEY = /^(R\$|US\$|\$|€|₺|TL)? ?-?(\d{1,3}(\.\d{3})+|\d+),\d{1,2}$|^(R\$|US\$|\$|€|₺) ?-?\d[\d.,]*$/i
const DIGITS = /^\d+([.,]\d{1,2})?$/

export function kindOfCell(cell: string): CellKind {
  const text = cell.slice(0, 60).trim()
  if (DATE.test(text)) return 'date'
  if (MONEY.test(text)) return 'money'
  if (/^\D*[\d./-]+\D*$/.test(text) && readDocument(text) !== undefined) return 'document'
  if (/^https?:\/\/(?!wa\.me|api\.whatsapp)/i.test(text)) return 'link'
  return DIGITS.test(text) ? 'digits' : 'text'
}

/** Whole numbers that count up one by one, as ids and protocols do. */
export function areSequence(cells: readonly string[]): boolean {
  if (cells.length < 3 || !cells.every((cell) => /^\d{1,15}$/.test(cell))) return false
  const numbers = cells.map(Number).toSorted((a, b) => a - b)
  const steps = numbers.slice(1).filter((one, at) => one - (numbers[at] ?? 0) === 1).length
  return steps >= 0.8 * (numbers.length - 1)
}
