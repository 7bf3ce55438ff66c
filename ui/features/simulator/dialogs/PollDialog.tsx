import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { Field } from '../../../shared/kit/Field'
import { TextArea } from '../../../shared/kit/TextArea'
import { Toggle } from '../../../shared/kit/Toggle'
import type { Letter } from '../chat/sendFile'
import { useCommand } from '../useCommand'
import { SendDialog } from './SendDialog'

/** Sends a poll: a question and its options, one per line. */
export function PollDialog({ letter, onSent, onClose }: { letter: Letter; onSent(): void; onClose(): void }) {
  const t = useText()
  const id = useId()
  const run = useCommand()
  const [question, setQuestion] = useState('')
  const [lines, setLines] = useState('')
  const [several, setSeveral] = useState(false)
  const options = [...new Set(lines.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
  const send = (event: FormEvent) => {
    event.preventDefault()
    const { from, to } = letter
    run.mutate(
      { do: 'sendPoll', from, to, question: question.trim(), options, ...(several ? { several } : {}) },
      { onSuccess: onSent },
    )
  }
  return (
    <SendDialog
      title={t('simulator.kind.poll')}
      busy={run.isPending}
      disabled={question.trim() === '' || options.length < 2}
      onSubmit={send}
      onClose={onClose}
    >
      <Field label={t('simulator.poll.question')}>
        {(control) => (
          <input
            {...control}
            className="input"
            value={question}
            autoComplete="off"
            onChange={(event) => setQuestion(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('simulator.poll.options')} hint={t('simulator.poll.optionsHint')}>
        {(control) => (
          <TextArea {...control} rows={4} value={lines} onChange={(event) => setLines(event.target.value)} />
        )}
      </Field>
      <label htmlFor={id} className="flex items-center gap-2 text-sm">
        <Toggle id={id} checked={several} onChange={setSeveral} />
        {t('simulator.poll.several')}
      </label>
    </SendDialog>
  )
}
