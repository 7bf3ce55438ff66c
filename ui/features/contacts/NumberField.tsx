import { useQuery } from '@tanstack/react-query'
import { type FieldValues, type Path, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { TypedNumber } from '../../../src/contacts/contract'
import { FormField } from '../../shared/form/FormField'
import type { Form } from '../../shared/form/useForm'
import { formatPhone } from '../../shared/i18n/phone'
import { useText } from '../../shared/i18n/useText'
import { useSettled } from '../../shared/useSettled'
import { dialingQuery, numberCheckQuery, phoneReaderQuery } from './api'

type Props<In extends FieldValues, Out> = {
  form: Form<In, Out>
  name: Path<In>
  label: string
  /** Hint while the number is not readable yet. */
  hint?: string
  /** The company's own number needs no check. */
  isOwn?: boolean
  optional?: boolean
  autoFocus?: boolean
}

/** A phone number field: shows the parsed number with its country, and whether WhatsApp knows it. */
export function NumberField<In extends FieldValues, Out>({ hint, isOwn = false, ...field }: Props<In, Out>) {
  const t = useText()
  const typed = useWatch({ control: field.form.control, name: field.name })
  const { phone, answer } = useMeantNumber(typed, field.form.formState.defaultValues?.[field.name], isOwn)
  return (
    <FormField
      {...field}
      inputMode="tel"
      autoComplete="off"
      hint={
        phone === null ? (
          (hint ?? t('starting.numberHint'))
        ) : (
          <span role="status" className="nums">
            {formatPhone(phone)}
            {answer && (
              <span className={answer === 'none' ? 'text-warning-ink' : undefined}>
                {' '}
                · {t(`starting.number.${answer}`)}
              </span>
            )}
          </span>
        )
      }
    />
  )
}

type Answer = 'asking' | 'found' | 'none'

/** Checked once a new number has been typed. */
function useMeantNumber(typed: unknown, before: unknown, isOwn: boolean) {
  const { data: dialing } = useQuery(dialingQuery)
  const { data: readPhone } = useQuery(phoneReaderQuery)
  const isReadable = dialing !== undefined && typeof typed === 'string' && v.is(TypedNumber, typed)
  const read = isReadable && readPhone ? readPhone(typed, dialing) : null
  const phone = read && 'number' in read ? read.number : null
  const settled = useSettled(phone ?? '')
  const isAsked = phone !== null && settled === phone && typed !== before && !isOwn
  const { data, isFetching } = useQuery({ ...numberCheckQuery(settled), enabled: isAsked })
  const answer: Answer | null | undefined = !isAsked
    ? null
    : isFetching
      ? 'asking'
      : data && (data.number === null ? 'none' : 'found')
  return { phone, answer }
}
