/** The last stanzas on every wire, readable: printed when a test fails, it shows most mistakes at once. */
import type { BinaryNode } from './nodes'

type Line = { at: number; who: string; direction: 'in' | 'out'; stanza: BinaryNode }

export class Trace {
  #lines: Line[] = []
  #next = 0

  constructor(readonly size = 2000) {}

  note(line: Line) {
    this.#lines[this.#next] = line
    this.#next = (this.#next + 1) % this.size
  }

  toString(): string {
    const inOrder = [...this.#lines.slice(this.#next), ...this.#lines.slice(0, this.#next)]
    return inOrder.map(readable).join('\n')
  }
}

function readable({ at, who, direction, stanza }: Line): string {
  const time = new Date(at).toISOString().slice(11, 23)
  return `${time} ${who} ${direction === 'in' ? '→ server' : '← server'} ${xml(stanza)}`
}

function xml({ tag, attrs, content }: BinaryNode): string {
  const start = [tag, ...Object.entries(attrs).map(([name, value]) => `${name}="${value}"`)].join(' ')
  if (content === undefined) return `<${start}/>`
  if (Array.isArray(content)) return `<${start}>${content.slice(0, 20).map(xml).join('')}</${tag}>`
  const text = Buffer.from(content as string)
  const isPlain = text.length < 100 && /^[\x20-\x7e]*$/.test(text.toString('latin1'))
  return `<${start}>${isPlain ? text.toString() : `${text.length} bytes`}</${tag}>`
}
