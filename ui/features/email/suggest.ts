/** Suggests the address meant by a mistyped one. Pure. */
import { addressOf } from '../../../src/features/email/contract'

const domains = [
  'gmail.com',
  'hotmail.com',
  'hotmail.com.br',
  'outlook.com',
  'outlook.com.br',
  'live.com',
  'icloud.com',
  'yahoo.com',
  'yahoo.com.br',
  'uol.com.br',
  'bol.com.br',
  'terra.com.br',
  'ig.com.br',
  'globo.com',
  'proton.me',
] as const

/** Undefined if no domain is similar, or the domain is known. */
export function suggestAddress(typed: string): string | undefined {
  const plain = typed
    .replace(/^.*<|>.*$/g, '')
    .replace(/\s/g, '')
    .replace(/,/g, '.')
    .toLowerCase()
  const [local = '', domain = '', ...rest] = plain.split('@')
  if (local === '' || domain === '' || rest.length > 0) return undefined
  if (domains.some((known) => known === domain)) return addressOf(typed) === undefined ? plain : undefined
  const near = domains
    .map((known) => ({ known, far: distanceTo(known, domain) }))
    .filter(({ far }) => far <= MOST_SLIPS)
    .toSorted((a, b) => a.far - b.far)[0]
  const found = near && `${local}@${near.known}`
  return found !== undefined && addressOf(found) !== undefined ? found : undefined
}

const MOST_SLIPS = 2

/** A missing ending, as in `gmail`, costs nothing. */
function distanceTo(known: string, domain: string): number {
  if (domain.includes('.')) return slips(known, domain)
  return slips(known.split('.')[0] ?? known, domain) + (known.endsWith('.br') ? 0.5 : 0)
}

/** Edit distance: letters to add, drop, change or swap with their neighbour. */
function slips(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i])
  for (let j = 1; j <= b.length; j++) (rows[0] ?? [])[j] = j
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const ways = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1)]
      if (isSwapped) ways.push(at(i - 2, j - 2) + 1)
      ;(rows[i] ?? [])[j] = Math.min(...ways)
    }
  return at(a.length, b.length)
}
