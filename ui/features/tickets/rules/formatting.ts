/** WhatsApp's way of writing: *bold*, _italic_, ~strike~, `code`, ```block```, and addresses to click. Pure: text in, a small tree out. */
export type Rich =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code' | 'block'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'bold' | 'italic' | 'strike'; readonly children: readonly Rich[] }

const MARKS = { '*': 'bold', _: 'italic', '~': 'strike' } as const
type Mark = keyof typeof MARKS

const LINK = /\b(?:https?:\/\/|www\.)[^\s<>"]+|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu
const WORD = /[\p{L}\p{N}]/u

export function parseRich(text: string): readonly Rich[] {
  // A block stands on lines of its own: the breaks around it are its edges.
  return text.split(/(\n?```[\s\S]+?```\n?|`[^`\n]+`)/).flatMap((part) => {
    const block = /^\n?```([\s\S]+)```\n?$/.exec(part)?.[1]
    if (block !== undefined) return [{ kind: 'block' as const, text: block.replace(/^\n|\n$/g, '') }]
    if (part.length > 2 && part.startsWith('`')) return [{ kind: 'code' as const, text: part.slice(1, -1) }]
    return part === '' ? [] : parseMarks(part)
  })
}

function parseMarks(text: string): Rich[] {
  const parts: Rich[] = []
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const link = linkAt(text, at)
    if (link) {
      at += link.length - 1
      continue
    }
    const end = closing(text, at)
    if (end < 0) continue
    parts.push(...parseLinks(text.slice(from, at)))
    parts.push({ kind: MARKS[text[at] as Mark], children: parseMarks(text.slice(at + 1, end)) })
    at = end
    from = end + 1
  }
  return [...parts, ...parseLinks(text.slice(from))]
}

/** Where the mark opened at `at` closes, or -1: it stands at a word's edge, encloses no blank edge, and stays on its line. */
function closing(text: string, at: number): number {
  const mark = text[at]
  if (mark === undefined || !Object.hasOwn(MARKS, mark)) return -1
  if (isWord(text[at - 1]) || isBlank(text[at + 1]) || text[at + 1] === mark) return -1
  for (let end = at + 2; end < text.length; end++) {
    if (text[end] === '\n') return -1
    if (text[end] === mark && !isBlank(text[end - 1]) && !isWord(text[end + 1])) return end
  }
  return -1
}

const isWord = (char: string | undefined): boolean => char !== undefined && WORD.test(char)
const isBlank = (char: string | undefined): boolean => char === undefined || /\s/.test(char)

/** The address starting exactly here, so that underscores in it are no italics. */
function linkAt(text: string, at: number): string | undefined {
  if (isWord(text[at - 1])) return undefined
  const sticky = new RegExp(LINK.source, 'iuy')
  sticky.lastIndex = at
  const found = sticky.exec(text)?.[0]
  return found === undefined ? undefined : trimLink(found)
}

function parseLinks(text: string): Rich[] {
  const parts: Rich[] = []
  let from = 0
  for (const match of text.matchAll(LINK)) {
    const address = trimLink(match[0])
    const href = hrefOf(address)
    if (!href) continue
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) })
    parts.push({ kind: 'link', text: address, href })
    from = match.index + address.length
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) })
  return parts
}

/** The full stop that ends the sentence is not the address's; nor is the bracket around it, or a formatting mark. */
const trimLink = (address: string): string => {
  const bare = address.replace(/[.,;:!?'"*_~]+$/, '')
  return bare.endsWith(')') && !bare.includes('(') ? bare.slice(0, -1) : bare
}

function hrefOf(address: string): string | undefined {
  if (/^https?:\/\//i.test(address)) return URL.canParse(address) ? address : undefined
  return address.includes('@') && !address.toLowerCase().startsWith('www.') ? `mailto:${address}` : `https://${address}`
}

/** The same text on one line without its marks, for rows and quotes. */
export function plainText(text: string): string {
  const flat = (parts: readonly Rich[]): string =>
    parts.map((part) => ('children' in part ? flat(part.children) : part.text)).join('')
  return flat(parseRich(text)).replace(/\s+/g, ' ').trim()
}
