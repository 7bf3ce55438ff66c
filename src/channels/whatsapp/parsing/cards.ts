/** Converts contact cards from and to vCard 3.0. Pure. */
import { cut, oneLine, personName } from '../../../platform/text'
import type { ContactCard } from '../../contract'

const MOST_CARDS = 100
const MOST_NUMBERS = 20
/** Maximum numbers of a card; phones allow a dozen. */
const MOST_LINES = 200
const LONGEST_CARD = 16_000
/** Maximum size of a message's stored cards, in bytes. */
const MOST_KEPT = 48_000

/** Reads the person's name and all numbers of a card. */
export function cardOf(vcard: string, displayName?: string | null): ContactCard {
  const lines = cut(vcard, LONGEST_CARD)
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/, MOST_LINES)
  const numbers = numbersIn(lines)
  const name = displayName || fieldIn(lines, FULL_NAME) || fieldIn(lines, NAME).split(';').reverse().join(' ').trim()
  return { name: personName(name) || personName(numbers[0]?.number ?? ''), numbers }
}

type AnyCard = { readonly vcard?: string | null; readonly displayName?: string | null }

export function cardsOf(cards: readonly AnyCard[]): ContactCard[] {
  const kept: ContactCard[] = []
  let bytes = 0
  for (const { vcard, displayName } of cards.slice(0, MOST_CARDS)) {
    const card = cardOf(vcard ?? '', displayName)
    bytes += Buffer.byteLength(JSON.stringify(card))
    if (bytes > MOST_KEPT) break
    kept.push(card)
  }
  return kept
}

/** With `waid` a phone offers to message the number. */
export function vcardOf({ name, numbers }: ContactCard): string {
  const tels = numbers.map(
    ({ number, account }) => `TEL;type=CELL${account ? `;waid=${account}` : ''}:${escaped(number)}`,
  )
  return ['BEGIN:VCARD', 'VERSION:3.0', `N:;${escaped(name)};;;`, `FN:${escaped(name)}`, ...tels, 'END:VCARD'].join(
    '\n',
  )
}

function numbersIn(lines: readonly string[]): ContactCard['numbers'] {
  const found: ContactCard['numbers'][number][] = []
  for (const line of lines) {
    const number = numberIn(line)
    if (number && found.push(number) === MOST_NUMBERS) break
  }
  return found
}

function numberIn(line: string): ContactCard['numbers'][number] | undefined {
  const [, parameters = '', value = ''] = /^(?:[\w-]+\.)?TEL((?:;[^:]*)?):(.*)$/i.exec(line) ?? []
  const number = oneLine(plain(value), 40)
  if (number === '') return undefined
  return { number, account: /waid=(\d{5,20})/i.exec(parameters)?.[1] ?? null }
}

const FULL_NAME = /^(?:[\w-]+\.)?FN(;[^:]*)?:/i
const NAME = /^(?:[\w-]+\.)?N(;[^:]*)?:/i

function fieldIn(lines: readonly string[], field: RegExp): string {
  const line = lines.find((one) => field.test(one))
  return plain(line?.slice(line.indexOf(':') + 1) ?? '')
}

const plain = (text: string) => text.replace(/\\n/gi, ' ').replace(/\\(.)/g, '$1').trim()
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')
