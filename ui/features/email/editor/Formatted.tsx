import './formatted.css'
import { Children, Fragment, type ReactNode } from 'react'
import { emailVariables, type FormattedTag, formattedTags } from '../../../../src/features/email/formatted/contract'
import { fillVariables, type Values } from '../../../../src/tickets/variables/contract'
import { partsOf } from '../../../shared/form/variables'
import { useText } from '../../../shared/i18n/useText'
import { variableWords } from './names'

/** `values`: variables that are known already. */
type Props = { html: string; values?: Values }

/** Formatted text, as elements of ours: no tag, attribute or address that is not allowed reaches the page. */
export function Formatted({ html, values = {} }: Props) {
  return <div className="formatted">{drawn(values, new DOMParser().parseFromString(html, 'text/html').body)}</div>
}

const isAllowed = (tag: string): tag is FormattedTag => formattedTags.some((known) => known === tag)

const drawn = (values: Values, parent: Node): ReactNode =>
  Children.toArray([...parent.childNodes].map((node) => draw(values, node)))

function draw(values: Values, node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return <Words text={node.textContent ?? ''} values={values} />
  if (!(node instanceof Element)) return null
  const Tag = node.localName
  if (Tag === 'br') return <br />
  const inside = drawn(values, node)
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
function Words({ text, values }: { text: string; values: Values }) {
  const t = useText()
  return partsOf<string>(fillVariables(text, values), emailVariables).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text never move
    <Fragment key={at}>
      {'text' in part ? part.text : <span className="var">{variableWords(t, part.variable)}</span>}
    </Fragment>
  ))
}
