/** What people write to get nothing more that they did not ask for, and to get it again. Whole messages alone. Pure. */
import { fold } from '../../platform/text'

/** In the four languages, and what is understood everywhere. */
const out = [
  // Portuguese
  'sair',
  'parar',
  'pare',
  'cancelar inscrição',
  'descadastrar',
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
/** No word of ours is longer, whatever stands around it. */
const LONGEST = 40

/** `out`: they want nothing more; `in`: they want it again. */
export function wantedBy(text: string): 'out' | 'in' | undefined {
  if (text.length > LONGEST) return undefined
  const word = fold(text)
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/[\s-]+/g, ' ')
  return outWords.has(word) ? 'out' : backWords.has(word) ? 'in' : undefined
}
