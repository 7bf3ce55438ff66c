/** How values are encoded as text in session.db; what encrypted-rows.ts names is then encrypted. */
import type { Baileys } from '../baileys/baileys'

export function encode(type: string, value: unknown, { BufferJSON }: Baileys): string {
  // A Signal session is already plain JSON, and the value written most often.
  return type === 'session' ? JSON.stringify(value) : JSON.stringify(value, BufferJSON.replacer)
}

export function decode(type: string, text: string, { BufferJSON, proto }: Baileys): unknown {
  if (type === 'session') return JSON.parse(text)
  const value = JSON.parse(text, BufferJSON.reviver)
  return type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value) : value
}
