/**
 * Detects dead connections: Baileys waits for a close frame that a dead network never sends, and for a handshake that
 * may never finish.
 */
import type { Socket } from '../baileys/baileys'
import type { Limits } from '../limits'
import { TIMED_OUT } from './close-reason'
import type { KeepAlive } from './keep-alive'

type Watch = { readonly limits: Pick<Limits, 'connect' | 'hung' | 'keepAlive'>; readonly pings: KeepAlive }

const ANSWER_MS = 5_000

/** `giveUp` may be called more than once. */
export function watchSocket(sock: Socket, { limits, pings }: Watch, giveUp: (code: number) => void) {
  const { connect, hung, keepAlive } = limits
  const patience = Math.min(keepAlive + ANSWER_MS, 3 * keepAlive)
  let lastHeard = performance.now()
  let stopPinging: (() => void) | undefined
  sock.ws.on('frame', () => {
    lastHeard = performance.now()
  })
  const greeting = setTimeout(() => giveUp(TIMED_OUT), connect)
  sock.ws.once('frame', () => clearTimeout(greeting))
  const birth = setTimeout(() => giveUp(TIMED_OUT), hung)
  return {
    /** Called when it is open or shows a QR code: starts pings. */
    alive(): void {
      clearTimeout(birth)
      stopPinging ??= pings.join(() => {
        if (performance.now() - lastHeard > patience) giveUp(TIMED_OUT)
        else ping(sock).catch(() => {}) // any frame counts as life, not only this answer
      })
    },
    stop(): void {
      clearTimeout(greeting)
      clearTimeout(birth)
      stopPinging?.()
    },
  }
}

/** Resolves with WhatsApp's answer, which proves that it received everything sent before. */
export const ping = (sock: Socket) =>
  sock.query({
    tag: 'iq',
    attrs: { to: '@s.whatsapp.net', type: 'get', xmlns: 'w:p' },
    content: [{ tag: 'ping', attrs: {} }],
  })
