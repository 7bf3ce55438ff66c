import { memo, type ReactNode } from 'react'
import { parseRich, type Rich } from '../rules/formatting'

/** A message's text as WhatsApp formats it. Nodes, never markup: what a contact writes cannot become a page. It runs in its own direction. */
export const RichText = memo(function RichText({ text }: { text: string }) {
  return <bdi>{parseRich(text).map((part, at) => draw(part, at))}</bdi>
})

function draw(part: Rich, key: number): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'code':
      return (
        <code key={key} className="rich-code">
          {part.text}
        </code>
      )
    case 'block':
      return (
        <code key={key} className="rich-code block">
          {part.text}
        </code>
      )
    case 'link':
      return (
        <a key={key} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
          {part.text}
        </a>
      )
    case 'bold':
      return <b key={key}>{part.children.map(draw)}</b>
    case 'italic':
      return <i key={key}>{part.children.map(draw)}</i>
    case 'strike':
      return <s key={key}>{part.children.map(draw)}</s>
  }
}
