/**
 * Formatted text of e-mails, templates and signatures. What arrives is anybody's HTML; what is stored has only these
 * tags, and links without anything but an address. Screens and mails show what is stored.
 */
import sanitizeHtml from 'sanitize-html'
import { formattedTags, isBlankHtml } from './contract'

/** Deeper ones lose their tags and keep their text. */
const DEEPEST = 12
const LONGEST_LINK = 2_000

/** Their text is no part of what is read. */
const HIDDEN = ['style', 'script', 'title', 'textarea', 'option', 'noscript', 'template', 'iframe', 'object', 'xml']

const same = { b: 'strong', i: 'em', strike: 's', del: 's', ins: 'u', h1: 'h2', h4: 'h3', h5: 'h3', h6: 'h3', div: 'p' }

const options: sanitizeHtml.IOptions = {
  allowedTags: [...formattedTags],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: HIDDEN,
  nestingLimit: DEEPEST,
  transformTags: {
    ...same,
    a: (tagName, { href = '' }) => {
      const link = linkOf(href)
      return { tagName, attribs: link === undefined ? {} : { href: link } }
    },
  },
  // A link that leads nowhere keeps its words.
  exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && attribs.href === undefined ? 'excludeTag' : false),
}

const schemes: readonly string[] = ['http:', 'https:', 'mailto:', 'tel:']

/** The address in its only spelling; undefined for one that leads elsewhere. Variables have no place in it. */
function linkOf(typed: string): string | undefined {
  const href = typed.length <= LONGEST_LINK ? URL.parse(typed.trim())?.href : undefined
  if (href === undefined || !schemes.some((scheme) => href.startsWith(scheme))) return undefined
  return href.replaceAll('{', '%7B').replaceAll('}', '%7D')
}

/** Without outer white space; empty if nothing can be read in it. `html` is within the bounds of `Html`. */
export function sanitise(html: string): string {
  const clean = sanitizeHtml(html, options).trim()
  return isBlankHtml(clean) ? '' : clean
}
