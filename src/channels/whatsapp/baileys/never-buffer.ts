/**
 * Works around Baileys: after login it collects events until WhatsApp announces the end of what we missed, which may
 * never come, and merges events of one kind. Here each event is passed on at once.
 */
import type { Socket } from './baileys'

/** Must be called in the turn that created the socket. */
export function neverBuffer({ ev }: Pick<Socket, 'ev'>): void {
  ev.buffer = () => {}
}
