/** Converts contact cards from vCard, and to vCard 3.0. Pure. */
import { cut, oneLine, personName } from '../../../platform/text'
import { MOST_CARD_LINES, readVcards } from '../../../platform/vcard'
import type { ContactCard } from '../../contract'

const MOST_CARDS = 100
const MOST_NUMBERS = 20
/** Characters of all cards of a message that are read; a card may contain a picture. */
const MOST_READ = 1_000_000
/** Maximum size of a message's stored cards, in bytes. */
const MOST_KEPT = 48_000

/** Reads the person's name and all numbers of a card. */
export function cardOf(vcard: string, displayName?: string | null): ContactCard {
  const [card] = readVcards(cut(vcard, MOST_READ), { lines: MOST_CARD_LINES })
  const numbers = (card?.numbers ?? []).flatMap(({ number, account }) => {
    const shown = oneLine(number, 40)
    return shown === '' ? [] : { number: shown, account }
  })
  const name = displayName || card?.name || card?.company || ''
  return { name: personName(name) || personName(numbers[0]?.number ?? ''), numbers: numbers.slice(0, MOST_NUMBERS) }
}

type AnyCard = { readonly vcard?: string | null; readonly displayName?: string | null }

export function cardsOf(cards: readonly AnyCard[]): ContactCard[] {
  const kept: ContactCard[] = []
  let [bytes, left] = [0, MOST_READ]
  for (const { vcard, displayName } of cards.slice(0, MOST_CARDS)) {
    const card = cardOf((vcard ?? '').slice(0, left), displayName)
    left -= vcard?.length ?? 0
    bytes += Buffer.byteLength(JSON.stringify(card))
    if (bytes > MOST_KEPT || left < 0) break
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

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')
