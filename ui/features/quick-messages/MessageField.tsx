import { useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { QUICK_MESSAGE_LENGTH } from '../../../src/features/quick-messages/contract'
import { variableNames } from '../../../src/tickets/messages/variables/contract'
import { type FieldProps, useField } from '../../shared/form/useField'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Field } from '../../shared/kit/Field'
import { TextArea } from '../../shared/kit/TextArea'
import { useNow } from '../../shared/kit/useNow'
import { useUser } from '../../shared/session/useUser'
import { RichText } from '../messages/bubble/RichText'
import { insertInto } from '../messages/composer/box'
import { filled } from '../messages/rules/filling'

/** A text to a contact: its variables are offered, and how it will read is shown below. */
export function MessageField<In extends FieldValues, Out>(props: FieldProps<In, Out, string | undefined>) {
  const { form, name, ...field } = props
  const t = useText()
  const box = useRef<HTMLTextAreaElement>(null)
  const { value = '', onChange, onBlur, error } = useField<string | undefined, In, Out>(form, name)
  return (
    <div className="grid gap-2">
      <Field {...field} error={error}>
        {(control) => (
          <TextArea
            {...control}
            ref={box}
            rows={3}
            maxLength={QUICK_MESSAGE_LENGTH}
            value={value}
            onBlur={onBlur}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <fieldset className="flex flex-wrap gap-1.5" aria-label={t('quickMessages.form.variables')}>
        {variableNames.map((variable) => (
          <Button
            key={variable}
            size="xs"
            title={`{{${variable}}}`}
            // The cursor stays where the variable goes.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => box.current && insertInto(box.current, `{{${variable}}}`)}
          >
            {t(`quickMessages.variable.${variable}`)}
          </Button>
        ))}
      </fieldset>
      {value.trim() !== '' && <Preview text={value} />}
    </div>
  )
}

const TICKET = 1042

function Preview({ text }: { text: string }) {
  const t = useText()
  const { company } = useUser()
  const now = new Date(useNow(60_000))
  const about = {
    contact: { name: t('quickMessages.form.sampleName'), isGroup: false },
    ticket: { id: TICKET, createdAt: now.getTime() },
  }
  return (
    <figure className="grid gap-1">
      <figcaption className="text-xs text-muted">{t('quickMessages.form.preview')}</figcaption>
      <div className="max-h-40 overflow-y-auto rounded-box bg-(--bubble-out) px-3 py-2 text-sm wrap-anywhere whitespace-pre-wrap">
        <RichText text={filled(text, about, company, now)} />
      </div>
    </figure>
  )
}
