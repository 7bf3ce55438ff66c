/** Removes WhatsApp's wrappers around a message: disappearing, view-once, document with caption. */
import type { proto } from '@whiskeysockets/baileys'

const ENVELOPE_ONLY = new Set(['messageContextInfo', 'senderKeyDistributionMessage'])
const MOST_WRAPPERS = 8

export type UnwrappedMessage = { readonly inner: proto.IMessage; readonly wrappers: readonly string[] }

/** Wrappers may be nested; all have the same shape. */
export function unwrap(message: proto.IMessage): UnwrappedMessage {
  let inner = message
  const wrappers: string[] = []
  while (wrappers.length < MOST_WRAPPERS) {
    const name = contentFieldOf(inner)
    if (!name || name === 'editedMessage') break
    const wrapper = inner[name as keyof proto.IMessage] as { message?: proto.IMessage | null } | null
    const next = wrapper && typeof wrapper === 'object' ? wrapper.message : null
    if (!next || typeof next !== 'object') break
    wrappers.push(name)
    inner = next
  }
  return { inner, wrappers }
}

/** Whether it has content beside keys and context info. */
export const hasContent = (message: proto.IMessage): boolean =>
  Object.entries(message).some(([name, value]) => !ENVELOPE_ONLY.has(name) && value !== null && value !== undefined)

/** The field of `proto.Message` that is set. */
export function contentFieldOf(message: proto.IMessage): string | undefined {
  const names = Object.entries(message).filter(([, value]) => value !== null && value !== undefined)
  return (names.find(([name]) => !ENVELOPE_ONLY.has(name)) ??
    names.find(([name]) => name !== 'messageContextInfo'))?.[0]
}

export function contextOf(message: proto.IMessage, name: string): proto.IContextInfo | null {
  const value = message[name as keyof proto.IMessage]
  return (value && typeof value === 'object' && 'contextInfo' in value && value.contextInfo) || null
}
