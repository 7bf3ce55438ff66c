import { useWatch } from 'react-hook-form'
import { questionText } from '../../../src/features/ratings/contract'
import { greetings } from '../../../src/texts/greetings'
import { languageOf } from '../../../src/texts/languages'
import { fillVariables, variableValues } from '../../../src/tickets/variables/contract'
import { useText } from '../../shared/i18n/useText'
import { classes } from '../../shared/kit/classes'
import { useNow } from '../../shared/kit/useNow'
import { useUser } from '../../shared/session/useUser'
import { RichText } from '../messages/bubble/RichText'
import type { RatingFormState } from './RatingForm'

/** A live preview of the conversation on the contact's phone. */
export function RatingPreview({ form }: { form: RatingFormState }) {
  const t = useText()
  const values = useWatch({ control: form.control })
  const read = useSample()
  const { message = '', type = 'csat', asksComment, commentMessage = '', thanks = '' } = values
  // A field that is being typed may be empty.
  const options = (values.options ?? []).map(({ value = 0, name = '', order = 0 }) => ({
    value,
    name,
    order,
    satisfied: false,
  }))
  const answer = options.at(-1)?.value ?? ''
  return (
    <section className="sticky top-0 grid gap-2" aria-label={t('ratings.preview.title')}>
      <h3 className="text-sm font-medium">{t('ratings.preview.title')}</h3>
      <div className="card grid gap-1.5 bg-base-200 p-3">
        <Said by="us">{read(questionText({ message, type, options }))}</Said>
        <Said by="contact">{String(answer)}</Said>
        {asksComment && (
          <>
            <Said by="us">{read(commentMessage)}</Said>
            <Said by="contact">{t('ratings.preview.comment')}</Said>
          </>
        )}
        <Said by="us">{read(thanks.trim() || t('ratings.preview.thanks'))}</Said>
      </div>
    </section>
  )
}

/** From the phone's point of view our messages are incoming. */
function Said({ by, children: text }: { by: 'us' | 'contact'; children: string }) {
  if (text.trim() === '') return null
  return (
    <div className={classes('msg', by === 'us' ? 'msg-in' : 'msg-out', 'msg-first msg-last')}>
      <div className="bubble">
        <p className="whitespace-pre-wrap">
          <RichText text={text} />
        </p>
      </div>
    </div>
  )
}

const TICKET = 1042

/** A text with its variables filled in with sample values. */
function useSample() {
  const name = useText()('ratings.preview.name')
  const { timeZone, language } = useUser().company
  const now = useNow(60_000)
  const spoken = languageOf(language)
  const values = variableValues({
    contact: { name, isGroup: false },
    ticket: { id: TICKET, createdAt: now },
    now,
    timeZone,
    language: spoken,
    greetings: greetings[spoken],
  })
  return (text: string) => fillVariables(text, values)
}
