/** Encoding of values as text in session.db, before encryption (encrypted-rows.ts). */
import type { Baileys } from '../baileys/baileys'

export function encode(type: string, value: unknown, { BufferJSON }: Baileys): string {
  // Signal sessions are already plain JSON, and written most often.
  return type === 'session' ? JSON.stringify(value) : JSON.stringify(value, BufferJSON.replacer)
}

export function decode(type: string, text: string, { BufferJSON, proto }: Baileys): unknown {
  if (type === 'session') return JSON.parse(text)
  const value = JSON.parse(text, BufferJSON.reviver)
  return type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value) : value
}
