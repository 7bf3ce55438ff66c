/** Words and short sentences with which people opt out and in again. Only whole messages match. Pure. */
import { fold } from '../../platform/text'
import { asksForNoMore, withoutCourtesy } from './sentences'

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
  'remover',
  'não quero receber',
  // English
  'stop',
  'stop all',
  'unsubscribe',
  'opt out',
  'optout',
  // Spanish
  'salir',
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
const back = ['voltar', 'start', 'unstop', 'subscribe', 'volver', 'alta', 'başla', 'başlat']

const outWords = new Set(out.map(fold))
const backWords = new Set(back.map(fold))
/** Longer texts, punctuation included, are neither. */
const LONGEST = 120

/** `out`: opts out; `in`: opts in again. */
export function parseKeyword(text: string): 'out' | 'in' | undefined {
  if (text.length > LONGEST) return undefined
  const word = fold(text)
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
  if (backWords.has(word)) return 'in'
  const wish = withoutCourtesy(word)
  return outWords.has(wish) || asksForNoMore(wish) ? 'out' : undefined
}
