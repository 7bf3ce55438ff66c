/** The latest stanzas of all connections in readable form, printed when a test fails. */
import type { BinaryNode } from './nodes'

type TraceLine = { at: number; who: string; direction: 'in' | 'out'; stanza: BinaryNode }

/** A short description of an encrypted message's content. */
export type Describe<Content> = (content: Content) => string

const CHILDREN_SHOWN = 20
const TEXT_SHOWN = 100

/** Attributes that are not shown. */
const NOISE = new Set(['sid', 'mode', 'index'])

export class Trace<Content> {
  #lines: TraceLine[] = []
  #next = 0
  #contents = new Map<string, Content>()

  constructor(
    readonly describe: Describe<Content>,
    readonly size = 2000,
  ) {}

  note(line: TraceLine) {
    this.#lines[this.#next] = line
    this.#next = (this.#next + 1) % this.size
  }

  /** Registers a message's content, so that the message and its receipts are readable in the trace. */
  explain(id: string, content: Content) {
    this.#contents.set(id, content)
    if (this.#contents.size <= this.size) return
    const oldest = this.#contents.keys().next().value
    if (oldest !== undefined) this.#contents.delete(oldest)
  }

  /** The newest lines, for one phone or all. */
  toString({ who, newest = this.size }: { who?: string | undefined; newest?: number } = {}): string {
    const inOrder = [...this.#lines.slice(this.#next), ...this.#lines.slice(0, this.#next)]
    const lines = who === undefined ? inOrder : inOrder.filter((line) => line.who.startsWith(who))
    return lines
      .slice(-newest)
      .map((line) => this.#readable(line))
      .join('\n')
  }

  #readable({ at, who, direction, stanza }: TraceLine): string {
    const time = new Date(at).toISOString().slice(11, 23)
    const content = this.#contents.get(stanza.attrs.id ?? '')
    const said = content === undefined ? '' : ` · ${this.describe(content)}`
    return `${time} ${who} ${direction === 'in' ? '→ server' : '← server'} ${xml(stanza)}${said}`
  }
}

function xml({ tag, attrs, content }: BinaryNode): string {
  const said = Object.entries(attrs).filter(([name]) => !NOISE.has(name))
  const start = [tag, ...said.map(([name, value]) => `${name}="${value}"`)].join(' ')
  if (content === undefined) return `<${start}/>`
  if (Array.isArray(content)) return `<${start}>${listed(content)}</${tag}>`
  const text = Buffer.from(content as string)
  const isPlain = text.length < TEXT_SHOWN && /^[\x20-\x7e]*$/.test(text.toString('latin1'))
  return `<${start}>${isPlain ? text.toString() : `${text.length} bytes`}</${tag}>`
}

function listed(content: BinaryNode[]): string {
  const more = content.length - CHILDREN_SHOWN
  return content.slice(0, CHILDREN_SHOWN).map(xml).join('') + (more > 0 ? `… ${more} more` : '')
}
