import './formatted.css'
import { Children, Fragment, type ReactNode } from 'react'
import { emailVariables, type FormattedTag, formattedTags } from '../../../../src/features/email/formatted/contract'
import { partsOf } from '../../../shared/form/variables'
import type { Text } from '../../../shared/i18n/translate'
import { useText } from '../../../shared/i18n/useText'
import { variableWords } from './names'

/** Formatted text, as elements of ours: no tag, attribute or address that is not allowed reaches the page. */
export function Formatted({ html }: { html: string }) {
  const t = useText()
  return <div className="formatted">{drawn(t, new DOMParser().parseFromString(html, 'text/html').body)}</div>
}

const isAllowed = (tag: string): tag is FormattedTag => formattedTags.some((known) => known === tag)

const drawn = (t: Text, parent: Node): ReactNode =>
  Children.toArray([...parent.childNodes].map((node) => draw(t, node)))

function draw(t: Text, node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return <Words text={node.textContent ?? ''} />
  if (!(node instanceof Element)) return null
  const Tag = node.localName
  if (Tag === 'br') return <br />
  const inside = drawn(t, node)
  if (!isAllowed(Tag)) return inside
  if (Tag !== 'a') return <Tag>{inside}</Tag>
  const href = node.getAttribute('href') ?? ''
  if (!/^(?:https?|mailto|tel):/i.test(href)) return inside
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {inside}
    </a>
  )
}

/** With variables as chips. */
function Words({ text }: { text: string }) {
  const t = useText()
  return partsOf<string>(text, emailVariables).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text never move
    <Fragment key={at}>
      {'text' in part ? part.text : <span className="var">{variableWords(t, part.variable)}</span>}
    </Fragment>
  ))
}
