import { Fragment } from 'react'
import { partsOf } from '../form/variables'
import { useText } from '../i18n/useText'

/** A text with its variables as chips. */
export function VariableText({ text }: { text: string }) {
  const t = useText()
  return partsOf(text).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text never move
    <Fragment key={at}>
      {'text' in part ? part.text : <span className="var">{t(`variables.${part.variable}`)}</span>}
    </Fragment>
  ))
}
