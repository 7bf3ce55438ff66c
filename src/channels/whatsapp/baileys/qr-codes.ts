/**
 * Works around Baileys: it replaces its QR code by a clock that cannot be stopped, and hangs up after the last one, also
 * while the owner of the scanned one looks for a passkey. Here Baileys shows the first code, and we the others.
 */
import type { Limits } from '../limits'
import type { Socket } from './baileys'

const FIRST_MS = 60_000
const NEXT_MS = 20_000

type QrLife = Pick<Limits, 'qrLife'>

/** Milliseconds for which the code shown as the `shown`th can be scanned. */
export const qrLifeOf = (shown: number, { qrLife }: QrLife): number => qrLife ?? (shown === 1 ? FIRST_MS : NEXT_MS)

/** `over`: nobody has scanned any. Returns a function that ends it. */
export function rotateQrCodes(sock: Pick<Socket, 'ws' | 'ev'>, limits: QrLife, over: () => void): () => void {
  let refs: string[] = []
  let first = ''
  let at = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  // Before Baileys, which shows the first one at once.
  sock.ws.prependListener('CB:iq,type:set,pair-device', (stanza: Offer) => {
    const offered = stanza.content?.[0]?.content ?? []
    refs = offered.filter(({ tag }) => tag === 'ref').map(({ content }) => Buffer.from(content).toString())
    at = 0
  })
  sock.ev.on('connection.update', ({ qr, isNewLogin }) => {
    if (isNewLogin) stop()
    if (!qr || isStopped) return
    if (at === 0) first = qr
    clearTimeout(timer)
    timer = setTimeout(next, qrLifeOf(at + 1, limits))
  })

  function next(): void {
    const [before, after] = [refs[0], refs[++at]]
    if (before === undefined || after === undefined) over()
    else sock.ev.emit('connection.update', { qr: first.replace(before, () => after) })
  }
  function stop(): void {
    isStopped = true
    clearTimeout(timer)
  }
  return stop
}

type Offer = { content?: { content?: { tag: string; content: Uint8Array }[] }[] }
