/** Words and short sentences with which people opt out and in again. Only whole messages match. Pure. */
import { fold } from '../../platform/text'
import { asksForNoMore, isAside, mayAskForNoMore, withoutAside, withoutCourtesy } from './sentences'

/** In the four languages, plus words that are understood everywhere. */
const out = [
  // Portuguese
  'sair',
  'parar',
  'pare',
  'cancelar inscrição',
  'descadastrar',
  'desinscrever',
  'desinscrever-me',
  'não quero receber',
  // English
  'stop',
  'stop all',
  'stopall',
  'unsubscribe',
  'opt out',
  'optout',
  // Spanish
  'salir',
  'detener',
  'baja',
  'dar de baja',
  'darme de baja',
  'cancelar suscripción',
  // Turkish
  'çık',
  'çıkış',
  'dur',
  'iptal',
  'ret',
]
const back = ['voltar', 'start', 'unstop', 'subscribe', 'volver', 'darme de alta', 'başla', 'başlat']

const outWords = new Set(out.map(fold))
const backWords = new Set(back.map(fold))
/** Longer texts, punctuation included, are neither. */
const LONGEST = 160

/**
 * How plainly: a sentence says it, whatever was written before; a word may belong to another talk; a refusal means messages
 * only in answer to an automated one.
 */
export type Wish = { readonly wish: 'out' | 'in'; readonly by: 'sentence' | 'word' | 'refusal' }

export function parseWish(text: string): Wish | undefined {
  if (text.length > LONGEST) return undefined
  const clauses = fold(text)
    .split(/[.,;:!?\n]+| [-–—] /)
    .flatMap((clause) => clause.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() || [])
  const whole = clauses.join(' ')
  if (backWords.has(whole)) return { wish: 'in', by: 'word' }
  const by = saidBy(whole) ?? saidByAll(clauses)
  return by && { wish: 'out', by }
}

function saidBy(clause: string): Wish['by'] | undefined {
  const plain = withoutCourtesy(clause)
  for (const said of new Set([plain, withoutCourtesy(withoutAside(plain))])) {
    if (outWords.has(said)) return 'word'
    if (asksForNoMore(said)) return 'sentence'
    if (mayAskForNoMore(said)) return 'refusal'
  }
  return undefined
}

/** Each clause asks for it or stands aside, and the plainest counts: "Não tenho interesse, me tira da lista". */
function saidByAll(clauses: readonly string[]): Wish['by'] | undefined {
  const said = clauses.map(saidBy)
  const isOne = clauses.every(
    (clause, at) => said[at] !== undefined || isAside(withoutCourtesy(clause)) || isCourtesy(clause),
  )
  return isOne ? (['sentence', 'word', 'refusal'] as const).find((by) => said.includes(by)) : undefined
}

const isCourtesy = (clause: string): boolean => withoutCourtesy(`${clause} sair`) === 'sair'
