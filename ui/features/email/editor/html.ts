/** Formatted text on its way into the editor and back. Variables are `{{name}}` in the text, and chips in the editor. */
import { emailVariables } from '../../../../src/features/email/formatted/contract'

const VARIABLE = /\{\{ ?([\p{L}\p{N}_.]{1,48}) ?\}\}/gu

/** The attribute of a chip. */
export const NAME = 'data-variable'

const isKnown = (name: string): boolean => emailVariables.some((known) => known === name)

export const withChips = (html: string): string =>
  html.replace(VARIABLE, (typed, name: string) => (isKnown(name) ? `<span ${NAME}="${name}"></span>` : typed))

export const withoutChips = (html: string): string =>
  html.replace(/<span [^>]*?data-variable="([\w.]+)"[^>]*>[^<]*<\/span>/g, (_, name: string) => `{{${name}}}`)

/** A typed address as a link; undefined where it is none. */
export function linkOf(typed: string): string | undefined {
  const words = typed.trim()
  if (words === '' || /\s/.test(words)) return undefined
  if (/^[^\s@:/]+@[^\s@]+\.[^\s@]+$/.test(words)) return `mailto:${words}`
  const href = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(words) ? words : `https://${words}`)
  return href && /^(?:https?|mailto|tel):$/.test(href.protocol) ? href.href : undefined
}

const LISTED = /mso-list:\s*l\d+\s+level(\d+)/i

/**
 * What is pasted, for the editor to read. Handlers go before a browser sees them: it would run none, but report each.
 * Word pastes the items of a list as paragraphs with a drawn bullet; they become a list again.
 */
export function pasted(typed: string): string {
  const html = typed.replace(/<[^>]+>/g, (tag) => tag.replace(/\son\w+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, ''))
  if (!/mso-list/i.test(html)) return html
  const page = new DOMParser().parseFromString(html, 'text/html')
  let list: HTMLElement | undefined
  for (const item of page.querySelectorAll('p')) {
    if (!LISTED.test(item.getAttribute('style') ?? '')) continue
    const mark = [...item.querySelectorAll('span')].find((one) =>
      /mso-list:\s*ignore/i.test(one.getAttribute('style') ?? ''),
    )
    const isNumbered = /^\s*[\p{L}\d]{1,4}[.)]/u.test(mark?.textContent ?? '')
    mark?.remove()
    if (!list || item.previousElementSibling !== list || (list.tagName === 'OL') !== isNumbered) {
      list = page.createElement(isNumbered ? 'ol' : 'ul')
      item.before(list)
    }
    const entry = page.createElement('li')
    entry.append(...item.childNodes)
    list.append(entry)
    item.remove()
  }
  return page.body.innerHTML
}
