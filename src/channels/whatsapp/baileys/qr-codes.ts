/**
 * Works around Baileys: it rotates QR codes with a timer that cannot be stopped and disconnects after the last one,
 * even while the owner of a scanned code is confirming a passkey. Here Baileys provides the first code, and we rotate
 * the others.
 */
import type { Limits } from '../limits'
import type { Socket } from './baileys'

const FIRST_MS = 60_000
const NEXT_MS = 20_000

type QrLife = Pick<Limits, 'qrLife'>

/** Milliseconds for which the `shown`th code can be scanned. */
export const qrLifeOf = (shown: number, { qrLife }: QrLife): number => qrLife ?? (shown === 1 ? FIRST_MS : NEXT_MS)

/** `over` is called when no code was scanned. Returns a function that stops the rotation. */
export function rotateQrCodes(sock: Pick<Socket, 'ws' | 'ev'>, limits: QrLife, over: () => void): () => void {
  let refs: string[] = []
  let first = ''
  let at = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  // Must run before Baileys, which emits the first code immediately.
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
