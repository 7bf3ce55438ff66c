/** Typebot's rich text and markdown as text with WhatsApp's marks. Pure, and bounded whatever the input. */
import { cut } from '../../platform/text'

export const MOST_TEXT = 4000
const MOST_NODES = 3000
const MOST_DEPTH = 20

export type Fields = Readonly<Record<string, unknown>>
export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined // an object
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const objectsIn = (value: unknown, most: number): readonly Fields[] =>
  listOf(value)
    .slice(0, most)
    .map(fieldsOf)
    .filter((one) => one !== undefined)
export const textOf = (value: unknown): string => (typeof value === 'string' ? cut(value, MOST_TEXT) : '')

/** An address that people and servers may be sent to. */
export function webAddress(value: unknown): string | undefined {
  const typed = typeof value === 'string' ? value.trim() : ''
  return typed.length <= 2000 && /^https?:\/\/[^\s]+$/i.test(typed) && URL.canParse(typed) ? typed : undefined
}

/** Of a text with one set of marks. WhatsApp has no underline: it stays plain. */
type Run = { readonly text: string; readonly signs: string }
type Budget = { nodes: number }

export function fromRichText(blocks: unknown): string {
  return tidy(linesOf(listOf(blocks), { nodes: MOST_NODES }, 0).join('\n'))
}

const tidy = (text: string): string =>
  cut(text, MOST_TEXT)
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const isInline = (node: unknown): boolean => {
  const { text, type } = fieldsOf(node) ?? {}
  return typeof text === 'string' || type === 'a' || type === 'inline-variable' || type === 'variable'
}

function linesOf(nodes: readonly unknown[], budget: Budget, depth: number): string[] {
  if (nodes.some(isInline)) return rendered(runsOf(nodes, '', budget, depth)).split('\n')
  return nodes.flatMap((node) => blockLines(node, budget, depth))
}

function blockLines(node: unknown, budget: Budget, depth: number): string[] {
  const { type, children } = fieldsOf(node) ?? {}
  if (budget.nodes-- <= 0 || depth > MOST_DEPTH || typeof type !== 'string') return []
  const inner = listOf(children)
  if (type === 'ul' || type === 'ol') return listLines(inner, type === 'ol', budget, depth)
  const lines = linesOf(inner, budget, depth + 1)
  if (/^h[1-6]$/.test(type)) return lines.map((line) => marked(line.replaceAll('*', ''), '*'))
  if (type === 'blockquote') return lines.map((line) => `> ${line}`)
  if (type === 'code_block' || type === 'code-block') return ['```', ...lines, '```']
  return lines
}

function listLines(items: readonly unknown[], isNumbered: boolean, budget: Budget, depth: number): string[] {
  return items.flatMap((item, at) => {
    if (budget.nodes-- <= 0 || depth > MOST_DEPTH) return []
    const [first = '', ...others] = linesOf(listOf(fieldsOf(item)?.children), budget, depth + 1)
    return [`${isNumbered ? `${at + 1}.` : '-'} ${first}`, ...others.map((line) => `  ${line}`)]
  })
}

function runsOf(nodes: readonly unknown[], signs: string, budget: Budget, depth: number): Run[] {
  return nodes.flatMap((node): Run[] => {
    const fields = fieldsOf(node)
    if (!fields || budget.nodes-- <= 0 || depth > MOST_DEPTH) return []
    if (typeof fields.text === 'string') return [{ text: textOf(fields.text), signs: signs + signsOf(fields) }]
    const inner = listOf(fields.children)
    // The blocks of a variable's value, each on a line of its own.
    if (!inner.some(isInline)) {
      const blocks = inner.map((block) => runsOf(listOf(fieldsOf(block)?.children), signs, budget, depth + 1))
      return blocks.flatMap((runs, at) => (at === 0 ? runs : [{ text: '\n', signs: '' }, ...runs]))
    }
    const runs = runsOf(inner, signs, budget, depth + 1)
    return fields.type === 'a' ? linked(runs, fields.url) : runs
  })
}

const signsOf = ({ bold, italic, strikethrough, code }: Fields): string =>
  `${bold === true ? '*' : ''}${italic === true ? '_' : ''}${strikethrough === true ? '~' : ''}${code === true ? '`' : ''}`

/** The address follows the words, unless they are the address. */
function linked(runs: readonly Run[], to: unknown): Run[] {
  const words = runs
    .map(({ text }) => text)
    .join('')
    .trim()
  const address = linkAddress(to)
  if (address === undefined || bare(words) === bare(address)) return [...runs]
  return words === '' ? [{ text: address, signs: '' }] : [...runs, { text: ` (${address})`, signs: '' }]
}

const bare = (address: string) => address.replace(/^https?:\/\//i, '').replace(/\/$/, '')

function linkAddress(to: unknown): string | undefined {
  if (typeof to !== 'string') return undefined
  return /^(?:mailto|tel):\S{1,200}$/i.test(to) ? to.replace(/^(?:mailto|tel):/i, '') : webAddress(to)
}

/** Neighbours with the same marks become one run. */
function rendered(runs: readonly Run[]): string {
  const merged: Run[] = []
  for (const run of runs) {
    const signs = [...new Set(run.signs)].join('')
    const last = merged.at(-1)
    if (last?.signs === signs) merged[merged.length - 1] = { text: last.text + run.text, signs }
    else merged.push({ text: run.text, signs })
  }
  return merged
    .map(({ text, signs }, at) => {
      const isInWord = /[\p{L}\p{N}]$/u.test(merged[at - 1]?.text ?? '') && !/^\s/.test(text)
      const cutsWord = /^[\p{L}\p{N}]/u.test(merged[at + 1]?.text ?? '') && !/\s$/.test(text)
      return isInWord || cutsWord ? text : text.split('\n').map(spread(signs)).join('\n')
    })
    .join('')
}

const spread = (signs: string) => (line: string) => [...signs].reduceRight(marked, line)

/** WhatsApp reads a mark only where it touches the words. */
function marked(line: string, sign: string): string {
  const words = line.trim()
  return words === '' ? line : line.replace(words, () => `${sign}${words}${sign}`)
}

export function fromMarkdown(markdown: string): string {
  let isCode = false
  const lines = cut(markdown, 2 * MOST_TEXT)
    .split('\n')
    .map((line) => {
      if (/^\s*```/.test(line)) {
        isCode = !isCode
        return '```'
      }
      return isCode ? line : markdownLine(line)
    })
  return tidy(lines.join('\n'))
}

function markdownLine(line: string): string {
  const heading = /^ {0,3}#{1,6} +(.*)$/.exec(line)?.[1]
  if (heading !== undefined) return marked(inlineMarkdown(heading).replaceAll('*', ''), '*')
  return inlineMarkdown(line.replace(/^(\s*)[*+-] +/, '$1- '))
}

const inlineMarkdown = (line: string): string =>
  line
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : plainMarkdown(part)))
    .join('')

/** Stands for a bold mark, while single asterisks still mean italics. */
const BOLD = '\uE001'
/** Stands for a sign that is none of markdown's. */
const escapes = '\\*_~`'

const plainMarkdown = (part: string): string =>
  part
    .replaceAll(/[\uE001-\uE006]/g, '')
    .replace(/\\([\\*_~`])/g, (_, sign: string) => String.fromCharCode(0xe002 + escapes.indexOf(sign)))
    .replace(/<\/?u>|<br ?\/?>/gi, '')
    .replace(/!?\[([^[\]]*)\]\(([^()\s]*)\)/g, (_, words: string, to: string) => linkWords(words, to))
    .replace(/\*\*([^*]+)\*\*|__([^_]+)__/g, (_, one?: string, other?: string) => BOLD + (one ?? other ?? '') + BOLD)
    .replace(/(?<!\*)\*([^*\s][^*]*)\*(?!\*)/g, '_$1_')
    .replace(/~~([^~]+)~~/g, '~$1~')
    .replaceAll(BOLD, '*')
    .replace(/\\([#[\]()!.>+-])/g, '$1')
    .replace(/[\uE002-\uE006]/g, (sign) => escapes[sign.charCodeAt(0) - 0xe002] ?? '')

const linkWords = (words: string, to: string): string =>
  linked([{ text: words, signs: '' }], to)
    .map(({ text }) => text)
    .join('')
