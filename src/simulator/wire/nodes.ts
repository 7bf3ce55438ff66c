/** Builds and reads the XML-like stanzas of the protocol. */
import { type BinaryNode, jidDecode } from '@whiskeysockets/baileys'

export type { BinaryNode }

/** The server's own address. With any other spelling clients ignore some of its notifications. */
export const SERVER = '@s.whatsapp.net'

type Attributes = Record<string, string | number | undefined>

export function node(tag: string, attributes: Attributes = {}, content?: BinaryNode['content']): BinaryNode {
  const attrs: Record<string, string> = {}
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) attrs[name] = String(value)
  return content === undefined ? { tag, attrs } : { tag, attrs, content }
}

export const children = (parent: BinaryNode | undefined, tag?: string): BinaryNode[] => {
  const all = Array.isArray(parent?.content) ? parent.content : []
  return tag === undefined ? all : all.filter((one) => one.tag === tag)
}

export const child = (parent: BinaryNode | undefined, tag: string): BinaryNode | undefined => children(parent, tag)[0]

/** Text may arrive as bytes, and bytes as text. */
export function bytesOf(one: BinaryNode | undefined): Buffer {
  const content = one?.content
  return content === undefined || Array.isArray(content) ? Buffer.alloc(0) : Buffer.from(content as string)
}

export const textOf = (one: BinaryNode | undefined): string => bytesOf(one).toString()

export const bigEndian = (value: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

export const numberFrom = (bytes: Uint8Array): number => [...bytes].reduce((sum, byte) => sum * 256 + byte, 0)

/** Response to a client's query. */
export const result = (question: BinaryNode, content?: BinaryNode[]): BinaryNode =>
  node('iq', { from: SERVER, type: 'result', id: question.attrs.id }, content)

export const refusal = (question: BinaryNode, code: number, text: string): BinaryNode =>
  node('iq', { from: SERVER, type: 'error', id: question.attrs.id }, [node('error', { code, text })])

export const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)

export type Address = { user: string; server: string; device: number }

export function addressOf(jid: string | undefined): Address {
  const decoded = jidDecode(jid)
  return { user: decoded?.user ?? '', server: decoded?.server ?? '', device: decoded?.device ?? 0 }
}
