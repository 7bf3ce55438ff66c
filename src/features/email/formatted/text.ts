/** The plain text of sanitised HTML, for the text part of a mail, previews and the search. */
import { Parser } from 'htmlparser2'

const blocks: readonly string[] = ['p', 'h2', 'h3', 'blockquote', 'ul', 'ol']

/** Paragraphs stand apart by an empty line; items begin with a dash or their number, and links end with their address. */
export function plainTextOf(html: string): string {
  const said: string[] = []
  /** One count per open list: the number of the last item, or null without numbers. */
  const lists: (number | null)[] = []
  /** Line breaks at the end of what was said; none count before the first word. */
  let breaks = Number.POSITIVE_INFINITY
  let isItem = false
  let link: { readonly href: string; readonly from: number } | undefined

  const say = (words: string) => {
    if (words === '') return
    said.push(words)
    breaks = 0
    isItem = false
  }
  const breakTo = (lines: number) => {
    for (; breaks < lines; breaks++) said.push('\n')
  }
  const breakBlock = () => {
    if (!isItem) breakTo(lists.length > 0 ? 1 : 2)
  }
  const beginItem = () => {
    breakTo(1)
    const last = lists.length - 1
    const number = lists[last] ?? null
    if (number !== null) lists[last] = number + 1
    say(`${'  '.repeat(Math.max(0, last))}${number === null ? '-' : `${number + 1}.`} `)
    isItem = true
  }
  const endLink = () => {
    if (!link) return
    const { href, from } = link
    const words = said.slice(from).join('').trim()
    link = undefined
    if (!isSame(words, href)) say(words === '' ? href : ` (${href})`)
  }

  const parser = new Parser({
    onopentag(name, { href = '' }) {
      if (name === 'br') breakTo(Number.isFinite(breaks) ? breaks + 1 : 0)
      else if (name === 'a') link = { href, from: said.length }
      else if (name === 'li') beginItem()
      else if (blocks.includes(name)) {
        breakBlock()
        if (name === 'ul' || name === 'ol') lists.push(name === 'ol' ? 0 : null)
      }
    },
    ontext(words) {
      // White space between blocks is the layout of the HTML.
      const spoken = words.replace(/[ \t\n\r]+/g, ' ')
      say(breaks > 0 || isItem ? spoken.trimStart() : spoken)
    },
    onclosetag(name) {
      if (name === 'a') endLink()
      if (name === 'ul' || name === 'ol') lists.pop()
      if (blocks.includes(name)) breakBlock()
    },
  })
  parser.end(html)
  const lines = said.join('').replaceAll('\u00a0', ' ').split('\n')
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const isSame = (said: string, href: string) => {
  const bare = (one: string) => one.replace(/^(?:https?:\/\/|mailto:|tel:)/, '').replace(/\/$/, '')
  return bare(said) === bare(href)
}
