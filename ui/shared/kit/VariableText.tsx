import { Fragment } from 'react'
import { chipWords, partsOf } from '../form/variables'
import { useText } from '../i18n/useText'

/** A text with its variables as chips. */
export function VariableText({ text, names }: { text: string; names?: readonly string[] }) {
  const t = useText()
  return partsOf<string>(text, names).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text never move
    <Fragment key={at}>
      {'text' in part ? part.text : <span className="var">{chipWords(t, part.variable)}</span>}
    </Fragment>
  ))
}
