import { useWatch } from 'react-hook-form'
import { questionText } from '../../../src/features/ratings/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { classes } from '../../shared/kit/classes'
import { RichText } from '../messages/bubble/RichText'
import type { RatingFormState } from './RatingForm'

/** The conversation as it will stand on the contact's phone, while it is being written. */
export function RatingPreview({ form }: { form: RatingFormState }) {
  const t = useText()
  const values = useWatch({ control: form.control })
  const read = useSample()
  const { message = '', type = 'csat', asksComment, commentMessage = '', thanks = '' } = values
  // A field that is being typed may hold nothing yet.
  const options = (values.options ?? []).map(({ value = 0, name = '', order = 0 }) => ({
    ...{ value, name, order },
    satisfied: false,
  }))
  const answer = options.at(-1)?.value ?? ''
  return (
    <section className="sticky top-0 grid gap-2" aria-label={t('ratings.preview.title')}>
      <h3 className="text-sm font-medium">{t('ratings.preview.title')}</h3>
      <div className="grid gap-1.5 rounded-box border border-line bg-base-200 p-3">
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

/** On the phone what we say comes in. */
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

/** Variables as they would be filled for somebody. */
function useSample() {
  const t = useText()
  const format = useFormat()
  const now = new Date().toISOString()
  const samples: Readonly<Record<string, string>> = {
    firstName: t('ratings.preview.firstName'),
    name: t('ratings.preview.name'),
    ms: t('ratings.preview.hello'),
    protocol: '2026112319',
    date: format.date(now),
    hour: format.time(now),
  }
  return (text: string) => text.replace(/\{\{ ?(\w{1,20}) ?\}\}/g, (typed, name: string) => samples[name] ?? typed)
}
